/** A file that is dropped beside the place that takes it would be opened by the browser in the page's stead. */
export function keepFilesOut(target: EventTarget = window): void {
  const refuse = (event: Event) => {
    const { dataTransfer } = event as DragEvent // the two events below are
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
