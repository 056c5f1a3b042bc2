import { useEffect, useRef, useState, type RefObject } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { registration } from './contract.ts'
import { keepUsername, keptUsername } from './kept-username.ts'
import { CHECK_FAILED, rulesInWords, TAKEN, usernameProblems, type UsernameProblem } from './rules.ts'

/** Whether a name is free, and which name that is about. */
type Known = { of: string; is: 'checking' | 'free' | 'taken' | 'failed' }

export type Username = {
  value: string
  change: (value: string) => void
  /** Rules it breaks. */
  problems: UsernameProblem[]
  /** Breaks no rule and is not known to be taken. */
  usable: boolean
  /** Typed in, or left: from now on the field itself shows that something is wrong. */
  touched: boolean
  state: Known['is'] | undefined
  error: string | undefined
  /** The field was left: whether the name is taken is asked, once a name; if it is, the focus comes back, once. */
  leave: () => void
  tryAgain: () => void
  /** The server said at last that it is taken. */
  taken: () => void
}

const quietFor = 500

/** The username being chosen: its rules, the server's check for duplicates, and the announcements. */
export function useUsername(email: string, field: RefObject<HTMLInputElement | null>): Username {
  const [value, setValue] = useState(() => keptUsername(email))
  const [touched, setTouched] = useState(false)
  const [known, setKnown] = useState<Known>()
  const latest = useRef(value)
  const problems = usernameProblems(value, email)
  const state = known?.of === value ? known.is : undefined

  // Announced once the user stops typing, and only what changed.
  const words = rulesInWords(problems)
  const said = useRef(words)
  useEffect(() => {
    if (!touched || said.current === words) return
    const timer = setTimeout(() => {
      said.current = words
      announce(words, 'polite', 'username rules')
    }, quietFor)
    return () => clearTimeout(timer)
  }, [words, touched])

  const check = async (name: string) => {
    setKnown({ of: name, is: 'checking' })
    try {
      const { duplicateFlag } = await ask(registration.validate, { userId: name })
      if (latest.current !== name) return
      setKnown({ of: name, is: duplicateFlag ? 'taken' : 'free' })
      if (!duplicateFlag) return announce('Available', 'polite', 'username check')
      announce(TAKEN, 'assertive')
      field.current?.focus()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (latest.current !== name) return
      setKnown({ of: name, is: 'failed' })
      announce(CHECK_FAILED, 'assertive')
    }
  }

  return {
    value,
    change: (next) => {
      latest.current = next
      setTouched(true)
      setValue(next)
      keepUsername(email, next)
    },
    problems,
    usable: problems.length === 0 && state !== 'taken',
    touched,
    state,
    error: state === 'taken' ? TAKEN : state === 'failed' ? CHECK_FAILED : undefined,
    leave: () => {
      setTouched(true)
      if (problems.length === 0 && known?.of !== value) void check(value)
    },
    tryAgain: () => void check(value),
    taken: () => setKnown({ of: value, is: 'taken' }),
  }
}
