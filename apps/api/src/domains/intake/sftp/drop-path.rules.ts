/** A path that an SFTP client sent, as parsed: the server's only folder, a file in that folder, or a refusal with its reason. */
export type DropPath = { kind: 'folder' } | { kind: 'file'; name: string } | { kind: 'refused'; why: string }

const MOST_NAME = 200

/** Parses a path. `/x`, `./x` and `x` are the same file, because the folder is all that a client sees. */
export function readDropPath(path: string): DropPath {
  const refused = (why: string): DropPath => ({ kind: 'refused', why })
  if (path.length > 4096) return refused('This name is too long.')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const [name] = parts
  if (name === undefined) return { kind: 'folder' }
  if (parts.includes('..') || name.includes('\\')) return refused('You cannot leave this folder.')
  if (parts.length > 1) return refused('There are no subfolders here. Put the file into the folder itself.')
  if ([...name].length > MOST_NAME) return refused(`A name can have at most ${MOST_NAME} characters.`)
  // Refuses characters that are invisible or change the writing direction, and the replacement character (U+FFFD) that stands for bytes that are not
  // UTF-8.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\uFFFD]/u.test(name)) return refused('This name contains a character that is not allowed.')
  return { kind: 'file', name }
}

/** Suffixes under which clients write a file that they rename when it is complete. */
const TEMPORARY = /\.(?:tmp|temp|part|partial|filepart|upload|uploading|inprogress)$/i

/** Whether the name says that the sender has not finished the file. rsync and lftp use a leading dot. */
export const isTemporaryName = (name: string): boolean => name.startsWith('.') || TEMPORARY.test(name)
