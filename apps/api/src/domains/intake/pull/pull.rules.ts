/** Whether a name matches a pattern with `*` and `?`, without regard to case. */
export function matchesPattern(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 'is').test(name)
}

/** The path of a file in a folder of another server. */
export const remotePath = (folder: string, name: string): string => `${folder.replace(/\/+$/, '')}/${name}`

/** Whether a name that another server reports can be used as it is. */
export const isPlainName = (name: string): boolean =>
  name.length > 0 && name.length <= 255 && name !== '.' && name !== '..' && !/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\uFFFD]/u.test(name)
