/** Stops the browser from navigating to a file dropped outside a drop zone. */
export function keepFilesOut(target: EventTarget = window): void {
  const refuse = (event: Event) => {
    const { dataTransfer } = event as DragEvent // only the two listeners below call this, both for drag events
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
