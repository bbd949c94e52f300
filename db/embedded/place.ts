import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunAs, reachable, SYSTEM_DIR } from './binaries.ts'

/** Location of a cluster, and the user its processes run as. */
export interface ClusterPlace {
  /** contains data/ (PostgreSQL's own folder), socket/, postgres.log and passwords.json */
  clusterDir: string
  runAs: RunAs
}

/** The user `nobody`, as which PostgreSQL runs if this process is root: PostgreSQL refuses to run as root and requires a user that has a name. */
export const nobody = { uid: 65534, gid: 65534 }

/**
 * Chooses the folder of the PostgreSQL cluster, and creates it with mode 700 for the user who runs PostgreSQL. A folder chosen earlier is used again:
 * the one that the file `DATA_DIR/CLUSTER` names, or `DATA_DIR/pg`.
 * @throws Error with a sentence for the operator if that folder is gone or belongs to somebody else.
 */
export async function choosePlace(dataDir: string, log: (line: string) => void): Promise<ClusterPlace> {
  await mkdir(dataDir, { recursive: true })
  const home = await realpath(dataDir)
  const asRoot = process.getuid?.() === 0
  const note = join(home, 'CLUSTER')
  const inside = join(home, 'pg')

  const named = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (named) {
    if (!(await exists(named)))
      throw new Error(
        `${note} says that the database is in ${named}, which does not exist. Restore that folder, or delete ${note} to start with an empty database.`,
      )
    log(`the database is in ${named}`)
    return { clusterDir: named, runAs: await settleOwner(named) }
  }
  if (await exists(inside)) {
    const runAs = await settleOwner(inside)
    // An empty folder doesn't count as chosen, because an earlier start may have died before it created the database there.
    const begun = await exists(join(inside, 'data'))
    if (reachable(inside, runAs)) return { clusterDir: inside, runAs }
    if (begun)
      throw new Error(
        `User ${runAs?.uid}, who owns the database in ${inside}, can no longer reach it: a folder above it is closed to others. Open that folder (chmod o+x).`,
      )
  }
  if (!asRoot) {
    await mkdir(inside, { recursive: true, mode: 0o700 })
    return { clusterDir: inside, runAs: undefined }
  }
  if (reachable(home, nobody)) {
    await makeFor(inside, nobody)
    return { clusterDir: inside, runAs: nobody }
  }
  const outside = join(SYSTEM_DIR, createHash('sha256').update(home).digest('hex').slice(0, 16))
  await mkdir(SYSTEM_DIR, { recursive: true })
  await chmod(SYSTEM_DIR, 0o755)
  await makeFor(outside, nobody)
  await writeFile(note, `${outside}\n`)
  log(`Other users cannot access ${home}, so the database is in ${outside}`)
  return { clusterDir: outside, runAs: nobody }
}

/** Creates a folder that only the user `runAs` (default: this process's own) may enter. */
export async function makeFor(dir: string, runAs: RunAs): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (runAs) await chown(dir, runAs.uid, runAs.gid)
  await chmod(dir, 0o700)
}

/**
 * Determines the user that PostgreSQL runs as. If this process is root, PostgreSQL runs as the owner of the cluster, which is not always `nobody`: an
 * earlier start may have run without root. If this process is not root, its own user must own the cluster.
 */
async function settleOwner(clusterDir: string): Promise<RunAs> {
  const { uid, gid } = await stat(clusterDir)
  const own = process.getuid?.()
  if (own === undefined || own === uid) {
    if (own !== 0) return undefined
    // The folder still belongs to root because an earlier start was interrupted.
    await chown(clusterDir, nobody.uid, nobody.gid)
    return nobody
  }
  if (own !== 0)
    throw new Error(
      `The database in ${clusterDir} belongs to user ${uid}, but this process runs as user ${own}: start it as the owner or as root.`,
    )
  return { uid, gid }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
