import { checkFile } from './precheck.ts'

// One file, then the page ends the worker.
self.onmessage = ({ data }: MessageEvent<File>) => {
  void checkFile(data, new Date(), (message) => self.postMessage(message))
}
