/** A decision as a form sends it: the verb of its call, and the input. */
export type AsSent = {
  kind: 'approve' | 'reject' | 'rejectThisFill'
  input: { id: string; version?: number | undefined }
}
