import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  openSync,
  writeSync,
  closeSync,
  existsSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { EventEmitter } from 'node:events'
import { join } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { SftpSettings } from '#platform/gateways/sftp-drop.ts'

const { STATUS_CODE } = ssh2.utils.sftp

export type TestSftp = {
  settings: SftpSettings
  /** Requests of this name are refused from now on. */
  refuse(name: string | undefined): void
  /** The server dies once it has written so many bytes of a file, and answers nobody until it is started again. */
  dieAfter(bytes: number): void
  startAgain(): void
  /** Whether it died. */
  readonly isDead: boolean
  read(name: string): string
  stop(): void
}

/** A real SFTP server over a folder, as a carrier would run one. */
export async function startSftp(root: string): Promise<TestSftp> {
  const { private: hostKey } = ssh2.utils.generateKeyPairSync('ed25519')
  const handles = new Map<number, { fd: number; path: string }>()
  let refused: string | undefined
  let most = Infinity
  let isDead = false
  const sockets = new Set<Socket>()
  const fileOf = (path: string) => join(root, path)
  const serve = (sftp: SFTPWrapper) => {
    const answer = (name: string, work: (id: number, ...rest: never[]) => void) =>
      sftp.on(name, (id: number, ...rest: unknown[]) => {
        if (refused === name) return sftp.status(id, STATUS_CODE.FAILURE)
        try {
          work(id, ...(rest as never[]))
        } catch (error) {
          const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
          sftp.status(id, missing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
        }
      })
    const done = (id: number) => sftp.status(id, STATUS_CODE.OK)
    answer('MKDIR', (id, path: string) => (mkdirSync(fileOf(path)), done(id)))
    answer('OPEN', (id, path: string) => {
      const at = handles.size
      handles.set(at, { fd: openSync(fileOf(path), 'w'), path })
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(at)
      sftp.handle(id, handle)
    })
    answer('WRITE', (id, handle: Buffer, offset: number, bytes: Buffer) => {
      writeSync(handles.get(handle.readUInt32BE())!.fd, bytes, 0, bytes.length, offset)
      if (offset + bytes.length < most) return done(id)
      most = Infinity
      isDead = true
      sockets.forEach((socket) => socket.destroy())
    })
    answer('CLOSE', (id, handle: Buffer) => (closeSync(handles.get(handle.readUInt32BE())!.fd), done(id)))
    answer('STAT', (id, path: string) => {
      const { size, mode, uid, gid, atimeMs, mtimeMs } = statSync(fileOf(path))
      sftp.attrs(id, { size, mode, uid, gid, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) })
    })
    answer('RENAME', (id, from: string, to: string) => {
      if (existsSync(fileOf(to))) return sftp.status(id, STATUS_CODE.FAILURE)
      renameSync(fileOf(from), fileOf(to))
      done(id)
    })
    answer('REMOVE', (id, path: string) => (rmSync(fileOf(path)), done(id)))
  }
  const listening = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => {})
    client.on(
      'authentication',
      (asked: EventEmitter & { method: string; username: string; password?: string; accept(): void; reject(): void }) =>
        asked.method === 'password' && asked.username === 'portal' && asked.password === 'right'
          ? asked.accept()
          : asked.reject(),
    )
    client.on('ready', () =>
      client.on('session', (accept: () => EventEmitter) =>
        accept().on('sftp', (acceptSftp: () => SFTPWrapper) => serve(acceptSftp())),
      ),
    )
  })
  const tcp = createServer((socket) => {
    if (isDead) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    listening.injectSocket(socket)
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const server: TestSftp = {
    settings: {
      host: '127.0.0.1',
      port: (tcp.address() as AddressInfo).port,
      username: 'portal',
      folder: '/',
      password: 'right',
      hostKey: createHash('sha256').update(ssh2.utils.parseKey(hostKey).getPublicSSH()).digest('base64'),
    },
    refuse: (name) => void (refused = name),
    dieAfter: (bytes) => void (most = bytes),
    startAgain: () => void (isDead = false),
    get isDead() {
      return isDead
    },
    read: (name) => readFileSync(fileOf(name), 'utf8'),
    stop: () => {
      tcp.close()
      sockets.forEach((socket) => socket.destroy())
    },
  }
  return server
}
