import { checkFile } from './precheck.ts'

// Checks one file; the page then terminates the worker.
self.onmessage = ({ data }: MessageEvent<File>) => {
  checkFile(data, new Date(), (message) => self.postMessage(message)).catch((error: unknown) => {
    // An error thrown in a promise isn't reported to the page on its own.
    self.reportError(error)
  })
}
