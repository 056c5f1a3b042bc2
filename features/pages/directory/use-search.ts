import { useState } from 'react'

/** What a form asks for, or the sentence about what is wrong with it. */
export type Judged<Wanted> = { wanted: Wanted } | { error: string }

/**
 * The state of a search form: by what and for what is searched, what was asked last and which page of its answer is shown.
 * A form that begins with a text has asked for it at once.
 */
export function useSearch<By extends string, Wanted>(
  first: { by: By; text?: string | undefined },
  judge: (by: By, text: string) => Judged<Wanted>,
) {
  const [by, setBy] = useState(first.by)
  const [text, setText] = useState(first.text ?? '')
  const [error, setError] = useState<string>()
  const [asked, setAsked] = useState<{ of: Wanted; page: number } | undefined>(() => {
    const judged = first.text ? judge(first.by, first.text) : undefined
    return judged && 'wanted' in judged ? { of: judged.wanted, page: 0 } : undefined
  })
  return {
    by,
    setBy,
    text,
    setText,
    error,
    asked,
    find: () => {
      const judged = judge(by, text)
      setError('error' in judged ? judged.error : undefined)
      if ('wanted' in judged) setAsked({ of: judged.wanted, page: 0 })
    },
    toPage: (page: number) => setAsked((old) => old && { ...old, page }),
  }
}
