import { readFile } from 'node:fs/promises'

/** Returns the last lines of a log, read from a byte offset; a single empty line if the log does not exist. */
export async function takeTail(logFile: string, from = 0, lines = 12): Promise<string[]> {
  const text = await readFile(logFile).then(
    (bytes) => bytes.subarray(from > bytes.length ? 0 : from).toString('utf8'),
    () => '',
  )
  return text.trimEnd().split('\n').slice(-lines)
}

const REASONS: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/i, 'the disk is full: free some space and start again.'],
  [/Read-only file system/i, 'its folder is on a read-only file system.'],
  [
    /shared memory block .* is still in use/i,
    'processes from an earlier PostgreSQL server are still using this data: wait until they stop, or stop them.',
  ],
  [/lock file "[^"]*postmaster\.pid" already exists/i, 'another PostgreSQL server is running on the same data.'],
  [/incompatible with server|initialized by PostgreSQL version/i, 'its data was created by another version of PostgreSQL.'],
  [/could not look up effective user ID|no such user/i, 'the user that it runs as has no entry in /etc/passwd.'],
  [
    /invalid permissions|Permission denied|Operation not permitted|must be owned/i,
    'it does not have permission to read or write its files: check the owner and mode of its folder.',
  ],
  [
    /error while loading shared libraries|Library not loaded/i,
    'one of its libraries is missing: install the npm packages again, with their install scripts.',
  ],
  [/could not (create|resize|map) .*shared memory|Cannot allocate memory|could not map anonymous/i, 'there is not enough memory.'],
  [/could not (bind|create any)|Address already in use/i, 'it could not listen on its address.'],
  [/could not locate a valid checkpoint record|invalid checkpoint|invalid primary checkpoint/i, 'its data is damaged: restore a backup.'],
  [/root.*(not permitted|cannot)/i, 'PostgreSQL does not run as root.'],
]

/**
 * Makes an error from `what`, a clause that says what failed. The message adds the reason in a sentence, the last lines of PostgreSQL's output, and
 * the location of the log if there is one.
 */
export function clusterError(what: string, lines: string[], logFile?: string): Error {
  const said = lines.filter((line) => line.trim() !== '')
  const text = said.join('\n')
  const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'see its last log lines below.'
  const where = logFile === undefined ? [] : [`Full log: ${logFile}`]
  return new Error([`${what}: ${reason}`, ...said.map((line) => `  ${line}`), ...where].join('\n'))
}

/**
 * Whether the log lines of a failed start show a cause that disappears by itself, so that a retry helps: a process that has ended still has its pid,
 * or child processes of the previous server have not ended yet.
 */
export function passesByItself(lines: string[]): boolean {
  return /shared memory block .* is still in use|lock file "[^"]*" already exists|Is another postmaster/i.test(lines.join('\n'))
}

/** Whether the server could not start because of its address: the port was taken, or the file system doesn't support sockets. */
export function addressRefused(lines: string[]): boolean {
  return /could not (bind|create any|create Unix)|Unix-domain socket path .* is too long|could not create lock file .*\.s\.PGSQL/i.test(
    lines.join('\n'),
  )
}
