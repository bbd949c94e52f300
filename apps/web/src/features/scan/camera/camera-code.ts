import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Loads the WASM from our own server; the default is a CDN.
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } })

const options: ReaderOptions = { formats: ['DataMatrix', 'Code128', 'QRCode'], textMode: 'Plain', tryHarder: true, maxNumberOfSymbols: 1 }

/**
 * Reads the barcode in a picture and returns the text that a scanner would type. For a GS1 code, the text begins with the symbology identifier, and
 * its separators are GS characters. Undefined if the picture contains no code.
 */
export async function readPicture(picture: ImageData): Promise<string | undefined> {
  const [found] = await readBarcodes(picture, options)
  if (!found?.isValid) return undefined
  return found.contentType === 'GS1' ? `${found.symbologyIdentifier}${found.text}` : found.text
}
