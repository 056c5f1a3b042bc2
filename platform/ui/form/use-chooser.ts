import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

type Meaning<One> = {
  /** What is typed now. */
  typed: string
  /** What is listed answers what is typed now, and not what was typed before. */
  answered: boolean
  /** Finds who is meant by a text whose list has not come yet; without it Enter does nothing until it has. */
  look?: ((text: string) => Promise<readonly One[]>) | undefined
}

/**
 * What Enter means in a field with a list below it, in every chooser: never an answer to another text. Before the list of what is
 * typed has come it is the first of that list, unless the user types on meanwhile, or nothing.
 */
export function useMeant<One>({
  typed,
  answered,
  look,
}: Meaning<One>): (marked: One | undefined) => Promise<One | undefined> {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  }, [typed])
  return async (marked) => {
    if (answered) return marked
    const [first] = (await look?.(typed)) ?? []
    return latest.current === typed ? first : undefined
  }
}

/** The keys of a field with a list below it: arrows mark, Enter means one of it. */
export function useChooser<One>({ shown, ...meaning }: Meaning<One> & { shown: readonly One[] }) {
  const [marked, setMarked] = useState(0)
  const items = useRef<HTMLUListElement>(null)
  const meant = useMeant(meaning)
  const at = Math.min(marked, shown.length - 1)
  return {
    at,
    chosen: shown[at],
    items,
    mark: setMarked,
    /** Who is meant by Enter now. */
    meant: () => meant(shown[at]),
    /** Whether the key moved the mark. */
    arrows: (event: KeyboardEvent): boolean => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || shown.length === 0) return false
      event.preventDefault()
      const to = (at + step + shown.length) % shown.length
      setMarked(to)
      items.current?.children[to]?.scrollIntoView({ block: 'nearest' })
      return true
    },
  }
}
