import { existsSync, readFileSync } from 'node:fs'
import { lstat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The links between library names that npm cannot pack; the package's install script makes the same, when it ran. */
export async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    const there = await lstat(path).catch(() => undefined)
    if (!there) {
      await symlink(basename(source), path).catch((reason: NodeJS.ErrnoException) => {
        if (reason.code !== 'EEXIST') throw reason
      })
    }
  }
}
