import { checkFile } from './precheck.ts'

// Checks one file; the page then terminates the worker.
self.onmessage = ({ data }: MessageEvent<File>) => {
  checkFile(data, new Date(), (message) => self.postMessage(message)).catch((error: unknown) => {
    // The browser reports errors of synchronous code to the page, but not the rejection of a promise.
    self.reportError(error)
  })
}
