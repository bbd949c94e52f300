import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Loads the WASM from our own server; the default is a CDN.
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } })

const options: ReaderOptions = { formats: ['DataMatrix', 'Code128', 'QRCode'], textMode: 'Plain', tryHarder: true, maxNumberOfSymbols: 1 }

/** Reads the code in a picture as a scanner would type it: a GS1 code with its symbology identifier, separators as GS. Undefined if there is none. */
export async function readPicture(picture: ImageData): Promise<string | undefined> {
  const [found] = await readBarcodes(picture, options)
  if (!found?.isValid) return undefined
  return found.contentType === 'GS1' ? `${found.symbologyIdentifier}${found.text}` : found.text
}
