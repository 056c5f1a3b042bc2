import { createHash, timingSafeEqual } from 'node:crypto'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { checkDropName, dropSteps, type FileDrop } from '../calls/file-drop.ts'

/** An SFTP server that takes files (SSH File Transfer Protocol, version 3). */
export type SftpSettings = {
  host: string
  port: number
  username: string
  /** The folder that has a folder for each carrier. */
  folder: string
  /** One of the two. */
  password?: string | undefined
  privateKey?: string | undefined
  /** SHA-256 of the server's key in base64 as `ssh-keygen -l` prints it; another server gets nothing. */
  hostKey: string
}

/** Nothing was heard for so long: the connection is given up. */
const SILENCE_MS = 20_000
/** A test is waited for by somebody. */
const TEST_SILENCE_MS = 6000
/** Status codes of the protocol. */
const NO_SUCH_FILE = 2

const isHostKey = (key: Buffer, expected: string): boolean => {
  const [given, known] = [createHash('sha256').update(key).digest(), Buffer.from(expected, 'base64')]
  return known.length === given.length && timingSafeEqual(given, known)
}

/** Opens a connection for one piece of work, and closes it whatever comes of it. */
async function over<Answer>(
  settings: SftpSettings,
  work: (sftp: SFTPWrapper) => Promise<Answer>,
  { silenceMs = SILENCE_MS, sawKey = () => {} }: { silenceMs?: number; sawKey?: (known: boolean) => void } = {},
): Promise<Answer> {
  const { host, port, username, password, privateKey, hostKey } = settings
  const client = new ssh2.Client()
  let lost = (_why: Error) => {}
  const broken = new Promise<never>((_, reject) => (lost = reject))
  broken.catch(() => {})
  client.on('error', (error: Error) => lost(error))
  client.on('close', () => lost(new Error('The SFTP server closed the connection.')))
  const silence = setTimeout(() => {
    lost(new Error('The SFTP server does not answer.'))
    client.destroy()
  }, silenceMs)
  try {
    const opened = new Promise<SFTPWrapper>((resolve, reject) => {
      client.once('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))))
    })
    client.connect({
      host,
      port,
      username,
      ...(password !== undefined && { password }),
      ...(privateKey !== undefined && { privateKey }),
      hostVerifier: (key: Buffer) => {
        const known = isHostKey(key, hostKey)
        sawKey(known)
        return known
      },
      keepaliveInterval: silenceMs / 4,
      keepaliveCountMax: 4,
      readyTimeout: silenceMs,
    })
    const sftp = await Promise.race([opened, broken])
    clearTimeout(silence)
    return await Promise.race([work(sftp), broken])
  } finally {
    clearTimeout(silence)
    client.end()
  }
}

/** A request of the protocol as a promise. */
const asked = <Answer = void>(ask: (done: (error?: Error | null, answer?: Answer) => void) => void): Promise<Answer> =>
  new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer as Answer))))
const codeOf = (error: unknown): number | undefined => (error as { code?: number }).code

export function sftpDrop(settings: SftpSettings): FileDrop {
  const root = settings.folder.replace(/\/$/, '')
  const fileOf = (name: string): string => `${root}/${checkDropName(name)}`
  return {
    kind: 'sftp',
    write: async (name, pieces) => {
      const file = fileOf(name)
      return over(settings, async (sftp) => {
        // There already, most of the time; where it is not, opening the file says so.
        await asked((done) => sftp.mkdir(file.slice(0, file.lastIndexOf('/')), done)).catch(() => {})
        const handle = await asked<Buffer>((done) => sftp.open(file, 'w', done))
        let at = 0
        for await (const piece of pieces) {
          const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
          const from = at
          at += bytes.length
          if (bytes.length > 0) await asked((done) => sftp.write(handle, bytes, 0, bytes.length, from, done))
        }
        await asked((done) => sftp.close(handle, done))
        // What the server has is what was sent.
        const { size } = await asked<{ size: number }>((done) => sftp.stat(file, done))
        if (size !== at) throw new Error(`The SFTP server has ${size} of ${at} bytes.`)
      })
    },
    rename: async (from, to) => {
      const [before, after] = [fileOf(from), fileOf(to)]
      return over(settings, async (sftp) => {
        try {
          await asked((done) => sftp.rename(before, after, done))
          return true
        } catch (error) {
          // Servers give different reasons for a name that is taken by what was renamed before.
          const isThere = await asked<unknown>((done) => sftp.stat(before, done)).then(
            () => true,
            (why: unknown) => codeOf(why) !== NO_SUCH_FILE,
          )
          if (isThere) throw error
          return false
        }
      })
    },
    remove: async (name) => {
      const file = fileOf(name)
      return over(settings, (sftp) =>
        asked((done) => sftp.unlink(file, done)).catch((error: unknown) => {
          if (codeOf(error) !== NO_SUCH_FILE) throw error
        }),
      )
    },
    check: async (name) => {
      const file = fileOf(name)
      // How many of the steps went well.
      let passed = 0
      await over(
        settings,
        async (sftp) => {
          passed = dropSteps.indexOf('write')
          await asked((done) => sftp.mkdir(file.slice(0, file.lastIndexOf('/')), done)).catch(() => {})
          const handle = await asked<Buffer>((done) => sftp.open(file, 'w', done))
          await asked((done) => sftp.close(handle, done))
          await asked((done) => sftp.unlink(file, done))
          passed = dropSteps.length
        },
        {
          silenceMs: TEST_SILENCE_MS,
          sawKey: (known) => (passed = dropSteps.indexOf(known ? 'signIn' : 'key')),
        },
      ).catch(() => {})
      return dropSteps.slice(0, passed + 1).map((step, at) => ({ step, ok: at < passed }))
    },
  }
}
