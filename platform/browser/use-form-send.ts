import { useState } from 'react'
import { asFailed, type CallFailed } from './call.ts'

type Problem = { id: string; message: string }
type Marked = { tries: number; problems: readonly Problem[]; byServer: boolean }

/**
 * A form that is sent: what is wrong is marked at its fields, before it leaves and by what the server says of it; any
 * other failure is shown above it, and while it is being sent a second press does nothing. `idOf`: the field a path of
 * the call's input is typed in.
 */
export function useFormSend({
  whatIsWrong,
  send,
  idOf,
}: {
  whatIsWrong: () => readonly Problem[]
  send: () => Promise<void>
  idOf: (path: string) => string | undefined
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailed>()
  const [marked, setMarked] = useState<Marked>({ tries: 0, problems: [], byServer: false })
  // A new number each time: the error summary takes the focus again.
  const mark = (problems: readonly Problem[], byServer = false) =>
    setMarked(({ tries }) => ({ tries: tries + 1, problems, byServer }))

  const submit = async (): Promise<void> => {
    if (busy) return
    const wrong = whatIsWrong()
    mark(wrong)
    setFailure(undefined)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      await send()
    } catch (error) {
      const failed = asFailed(error)
      const atFields = failed.fields.flatMap(({ path, message }) => {
        const id = idOf(path)
        return id === undefined ? [] : [{ id, message }]
      })
      if (atFields.length > 0) mark(atFields, true)
      else setFailure(failed)
    } finally {
      setBusy(false)
    }
  }
  const wrongNow = marked.problems.length > 0 && !marked.byServer ? whatIsWrong() : []
  return {
    busy,
    failure,
    ...marked,
    /** What is wrong at a field; what was marked before sending is gone once it is put right. */
    problemOf: (id: string): string | undefined =>
      marked.byServer || wrongNow.some((one) => one.id === id)
        ? marked.problems.find((one) => one.id === id)?.message
        : undefined,
    /** Takes away what the last attempt said. */
    forget: () => {
      setFailure(undefined)
      mark([])
    },
    onSubmit: (event: { preventDefault(): void }) => {
      event.preventDefault()
      void submit()
    },
  }
}
