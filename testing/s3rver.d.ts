declare module '@20minutes/s3rver' {
  /** An S3-compatible server over a folder; it checks signatures of the accounts it knows (S3RVER / S3RVER). */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: readonly { name: string }[]
    })
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
