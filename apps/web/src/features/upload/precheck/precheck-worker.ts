import { checkFile } from './precheck.ts'

// One file, then the page ends the worker.
self.onmessage = ({ data }: MessageEvent<File>) => {
  checkFile(data, new Date(), (message) => self.postMessage(message)).catch((error: unknown) => {
    // What is thrown later than the message is no error of the worker by itself.
    self.reportError(error)
  })
}
