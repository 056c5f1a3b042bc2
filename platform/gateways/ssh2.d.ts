/** The parts of ssh2 that files are sent with, and the server its tests speak to. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'
  type Done<Answer = void> = (error?: Error | null, answer?: Answer) => void
  type Attributes = { size: number; mode: number; uid: number; gid: number; atime: number; mtime: number }
  /** The client's side of a session; a server's side emits the requests by their names. */
  export class SFTPWrapper extends EventEmitter {
    open(path: string, flags: 'w', done: Done<Buffer>): void
    write(handle: Buffer, bytes: Buffer, offset: number, length: number, position: number, done: Done): void
    close(handle: Buffer, done: Done): void
    stat(path: string, done: Done<Attributes>): void
    mkdir(path: string, done: Done): void
    rename(from: string, to: string, done: Done): void
    unlink(path: string, done: Done): void
    status(id: number, code: number): void
    handle(id: number, handle: Buffer): void
    attrs(id: number, attributes: Attributes): void
  }
  class Client extends EventEmitter {
    connect(of: Readonly<Record<string, unknown>>): void
    sftp(done: (error: Error | undefined, sftp: SFTPWrapper) => void): void
    end(): void
    destroy(): void
  }
  class Server extends EventEmitter {
    constructor(of: { hostKeys: readonly string[] }, connected: (client: EventEmitter & { end(): void }) => void)
    injectSocket(socket: Socket): void
    close(done?: () => void): void
  }
  const ssh2: {
    Client: typeof Client
    Server: typeof Server
    utils: {
      generateKeyPairSync(kind: 'ed25519'): { private: string; public: string }
      parseKey(key: string): { getPublicSSH(): Buffer }
      sftp: { STATUS_CODE: Readonly<Record<'OK' | 'FAILURE' | 'NO_SUCH_FILE' | 'PERMISSION_DENIED', number>> }
    }
  }
  export default ssh2
}
