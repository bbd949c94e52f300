import { describe, expect, test } from 'vitest'
import { dockerIgnore, environmentOf, parseDockerfile } from './dockerfile.ts'

describe('parseDockerfile', () => {
  test('stages, flags, continued lines and comments', () => {
    const stages = parseDockerfile(
      'FROM node:24-slim AS build\n# a comment\nRUN one && \\\n# between\n  two\nfrom node:24-slim\nCOPY --from=build --chown=a:b /x ./\n',
    )
    expect(stages).toEqual([
      { name: 'build', image: 'node:24-slim', instructions: [{ name: 'RUN', flags: {}, rest: 'one &&    two', line: 3 }] },
      {
        name: '1',
        image: 'node:24-slim',
        instructions: [{ name: 'COPY', flags: { from: 'build', chown: 'a:b' }, rest: '/x ./', line: 7 }],
      },
    ])
  })

  test('an instruction before FROM is refused', () => {
    expect(() => parseDockerfile('RUN x')).toThrow('before the first FROM')
  })
})

test('ENV pairs; what needs a shell is refused', () => {
  expect(environmentOf('A=1 B=/data')).toEqual({ A: '1', B: '/data' })
  expect(() => environmentOf('A="x y"')).toThrow('NAME=value')
})

test('.dockerignore: all out but what is named, and never what is excluded below it', () => {
  const out = dockerIgnore('*\n!apps\n!.npmrc\n**/node_modules\n**/.env*\n**/*.test.ts\n')
  const paths = [
    'apps',
    'apps/api/src/main.ts',
    '.npmrc',
    '.git/config',
    'data/x',
    'apps/node_modules/x/y',
    'apps/.env',
    '.env.local',
    'apps/a.test.ts',
  ]
  expect(paths.filter((path) => !out(path))).toEqual(['apps', 'apps/api/src/main.ts', '.npmrc'])
})
