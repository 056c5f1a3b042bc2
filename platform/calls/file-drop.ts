/** What a test of a destination looks at, one after the other; it stops at the first that is not right. */
export const dropSteps = ['answers', 'key', 'signIn', 'write'] as const
type DropStep = { step: (typeof dropSteps)[number]; ok: boolean }

/** Where files are left for others to fetch. A name is a folder and a file: `NWM/transactions-NWM01.csv`. */
export type FileDrop = {
  readonly kind: 'folder' | 'sftp'
  /** Writes a file whole or fails; what is there under the name is replaced. Never read faster than it is written. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Gives a file its final name in one step; false where it is not there. */
  rename(from: string, to: string): Promise<boolean>
  /** Removes a file that may be there. */
  remove(name: string): Promise<void>
  /** Tries it, with an empty file under this name that is removed again. */
  check(name: string): Promise<DropStep[]>
}

const NAME = /^[A-Z0-9]{2,6}\/[A-Za-z0-9][\w-]{0,120}(\.[a-z0-9]{1,8}){1,3}$/
/** The name, where nothing in it leads elsewhere. */
export function checkDropName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('A file is left under a folder of its carrier and a plain name.')
  return name
}

/** Takes nothing: a portal that runs in a page, and tests that deliver no files. */
export const noDrop: FileDrop = {
  kind: 'folder',
  write: () => Promise.reject(new Error('There is no place for files.')),
  rename: () => Promise.resolve(false),
  remove: () => Promise.resolve(),
  check: () => Promise.resolve([{ step: 'write', ok: false }]),
}
