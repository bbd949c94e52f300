import { describe, expect, test } from 'vitest'
import { browserUser } from './browser.ts'

describe('the browser’s operating-system user', () => {
  test('has an id that no account uses, unlike `nobody`', () => {
    expect(browserUser('root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/sbin/nologin\n')).toEqual({ uid: 64_999, gid: 64_999 })
    expect(browserUser('a:x:64999:1::/:/bin/sh\nb:x:7:64998::/:/bin/sh\n')).toEqual({ uid: 64_997, gid: 64_997 })
  })
})
