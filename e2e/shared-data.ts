import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the check data that lies beside the checkout; undefined where it is not there, and the test says so by being skipped. */
export function sharedFile(path: string): string | undefined {
  const root = join(import.meta.dirname, '..')
  return [join(root, '../shared', path), join(root, '../../shared', path)].find(existsSync)
}
