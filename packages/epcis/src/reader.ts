/** A name as namespaces mean it; the prefix is dropped, because partners choose it freely. */
export type XmlName = { readonly uri: string; readonly local: string }

export type XmlAttribute = XmlName & { readonly value: string }

/** What a reader tells while it reads. Text may come in several pieces. Nothing comes after `malformed`. */
export type XmlHandler = {
  start(name: XmlName, attributes: readonly XmlAttribute[]): void
  text(text: string): void
  end(): void
  malformed(problem: XmlProblem): void
}

/** Why the bytes cannot be read as XML. Line and column are 1-based. */
export type XmlProblem = { readonly message: string; readonly hint: string; readonly line: number; readonly column: number }

/**
 * Reads XML from pieces of any size; how the bytes are cut changes nothing in what the handler is told. Never throws for bad input.
 */
export type XmlReader = {
  /** Position of the start tag that is being told, 1-based. */
  readonly line: number
  readonly column: number
  write(chunk: Uint8Array): void
  end(): void
}

/** What no honest document needs; over it the input is refused as malformed. Lengths in characters. */
export const limits = {
  depth: 100,
  nameLength: 500,
  attributes: 100,
  attributeLength: 32_000,
  textLength: 500_000,
  differentNames: 5_000,
} as const
