import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = { file: string; imports?: readonly string[]; css?: readonly string[] }

/** The files of a build that modules need, with all they import at once; not what they load later. */
export type PageFiles = { scripts: readonly string[]; styles: readonly string[] }

/** Reads which files of a browser build belong together: Vite's manifest, and the file of every part. */
export async function readPageFiles(folder: string) {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, '.vite', name), 'utf8'))
  const manifest = (await read('manifest.json')) as Readonly<Record<string, Chunk>>
  const parts = (await read('parts.json')) as Readonly<Record<string, string>>
  const chunkOf = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]))

  const filesOf = (...modules: readonly string[]): PageFiles => {
    const seen = new Set<string>()
    const visit = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      manifest[name]?.imports?.forEach(visit)
    }
    for (const module of modules) {
      const name = chunkOf.get(parts[module] ?? '')
      if (name === undefined) throw new Error(`The build has no ${module}.`)
      visit(name)
    }
    const chunks = [...seen].map((name) => manifest[name]!)
    return {
      scripts: [...new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')))],
      styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
    }
  }
  return {
    /** The file of each module that is loaded by itself: the first, each screen, each dialog. */
    parts,
    filesOf,
  }
}
