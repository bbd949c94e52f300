import { cutEnd } from '../../core/text/cut-ends.ts'

/**
 * Makes a name safe to show and to save: no folders, no control characters, at most 200 characters. Characters that change the direction of writing
 * or are invisible would make `gpj.exe` look like `exe.jpg`; Windows drops dots and blanks at the end, so `a.js.` is a script.
 */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  return cutEnd([...clean.slice(0, 1000)].slice(0, 200).join(''), /[\s.]/) || 'upload.xml'
}
