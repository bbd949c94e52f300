import { expect, test } from 'vitest'
import { keepFilesOut } from './keep-files-out.ts'

/** jsdom has no DataTransfer, so the event gets an object with the same properties. */
function makeDrag(kind: string, types: string[]): Event {
  const event = new Event(kind, { cancelable: true, bubbles: true })
  return Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } })
}

test('a file dropped outside a drop zone is not opened, and text can still be dragged', () => {
  const page = document.createElement('div')
  keepFilesOut(page)
  for (const kind of ['dragover', 'drop']) {
    const file = makeDrag(kind, ['Files'])
    page.dispatchEvent(file)
    expect(file.defaultPrevented).toBe(true)
    const text = makeDrag(kind, ['text/plain'])
    page.dispatchEvent(text)
    expect(text.defaultPrevented).toBe(false)
  }
})
