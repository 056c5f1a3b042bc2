import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { features } from '#features/all.ts'

const folder = join(import.meta.dirname, 'features')

/** The file of this name of every feature that has one, in the order of the list. */
export async function partsOf<Part>(role: string): Promise<Part[]> {
  const files = features.map((name) => join(folder, name, role)).filter((file) => existsSync(file))
  return Promise.all(files.map((file) => import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<Part>))
}
