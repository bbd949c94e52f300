import { checkFile } from './precheck.ts'

// Checks one file; the page then terminates the worker.
self.onmessage = ({ data }: MessageEvent<File>) => {
  checkFile(data, new Date(), (message) => self.postMessage(message)).catch((error: unknown) => {
    // An error thrown after the message handler isn't reported by itself.
    self.reportError(error)
  })
}
