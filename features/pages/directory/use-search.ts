import { useState } from 'react'

/** What a form asks for, or the sentence about what is wrong with it. */
export type Judged<Asked> = { asked: Asked } | { error: string }

/**
 * The state of a search form: by what and for what is searched, what was asked last and which page of its answer is shown.
 * A form that begins with a text has asked for it at once.
 */
export function useSearch<By extends string, Asked>(
  first: { by: By; text?: string | undefined },
  judge: (by: By, text: string) => Judged<Asked>,
) {
  const [by, setBy] = useState(first.by)
  const [text, setText] = useState(first.text ?? '')
  const [error, setError] = useState<string>()
  const [asked, setAsked] = useState<{ of: Asked; page: number } | undefined>(() => {
    const judged = first.text ? judge(first.by, first.text) : undefined
    return judged && 'asked' in judged ? { of: judged.asked, page: 0 } : undefined
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
      if ('asked' in judged) setAsked({ of: judged.asked, page: 0 })
    },
    toPage: (page: number) => setAsked((old) => old && { ...old, page }),
  }
}
