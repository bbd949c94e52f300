import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Sample, World } from './sample.ts'

type Make = (world: World) => Record<string, Sample> | Promise<Record<string, Sample>>

/**
 * Reads the samples of every domain from its `*.samples.ts`, which exports them as `<domain>Samples` and type-checks them against the router. A
 * procedure without a sample fails the isolation test.
 */
async function listDomains(): Promise<[domain: string, make: Make][]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.samples.ts'))
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(`${import.meta.dirname}/${file}`).href)) as Record<string, Make>), // each of these files exports functions of the type `Make`
  )
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, make]): [string, Make][] =>
      name.endsWith('Samples') ? [[name.slice(0, -'Samples'.length), make]] : [],
    ),
  )
}

/** Makes the sample of each procedure, by the procedure's path. */
export async function makeSamples(world: World): Promise<ReadonlyMap<string, Sample>> {
  const samples = new Map<string, Sample>()
  for (const [domain, make] of await listDomains())
    for (const [name, sample] of Object.entries(await make(world))) samples.set(`${domain}.${name}`, sample)
  return samples
}
