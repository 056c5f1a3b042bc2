import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { enlist, keeperOf } from './keepers.ts'
import { readsWithDrafts } from './lists.ts'
import type { Shown } from './place.ts'
import type { About } from './rules.ts'

/** A form whose text is saved: its name, its subject, and how a saved body is read. */
export type DraftForm<Value extends object> = {
  about: About
  /** Lower-case letters and hyphens: `reject`. */
  name: string
  /** The title on screen: Rejection. */
  title: string
  /** Reads a saved body; undefined when the form does not understand it. */
  read: (body: Record<string, unknown>) => Value | undefined
}

export type Draft = {
  shown: Shown
  /** Empties the form and deletes its draft. */
  discard: () => void
  takeOther: () => void
  keepMine: () => void
}

/**
 * Saves what is typed into a form on the server, for its user and carrier alone, and restores it wherever they open the
 * form again. `value` is the content of the form, undefined while nothing was typed; `restore` puts a value into it, or
 * empties it. `off` for users who may not send it.
 */
export function useDraft<Value extends object>(
  form: DraftForm<Value>,
  subjectId: string,
  value: Value | undefined,
  restore: (value: Value | undefined) => void,
  { off = false }: { off?: boolean } = {},
): Draft {
  const { person, carrier } = useUser()
  const { about, name, title, read } = form
  const [mc, userId] = [carrier.code, person.id]
  const keeper = useMemo(
    () => keeperOf({ mc, userId, about, subjectId, form: name, title }, (body) => read(body) !== undefined),
    [mc, userId, about, subjectId, name, title, read],
  )
  const latest = useRef(restore)
  useEffect(() => void (latest.current = restore))

  // Lists mark requests with a draft: they are fetched again once this one is saved.
  const cache = useQueryClient()
  const touched = useRef(false)
  useEffect(() => {
    if (off) return
    enlist(keeper)
    keeper.mount((body) => latest.current(body && read(body)))
    return () => {
      keeper.unmount()
      if (!touched.current) return
      touched.current = false
      void keeper.save().then(() => {
        for (const name of readsWithDrafts) void cache.invalidateQueries({ queryKey: [name] })
      })
    }
  }, [keeper, off, read, cache])

  // The form's initial content was not typed.
  const before = useRef(value)
  useEffect(() => {
    if (off || value === before.current) return
    before.current = value
    touched.current = true
    keeper.type(value as Record<string, unknown> | undefined)
  }, [keeper, off, value])

  const shown = useSyncExternalStore(keeper.subscribe, keeper.read, keeper.read)
  return useMemo(
    () => ({
      shown,
      discard: () => keeper.discard(),
      takeOther: () => keeper.takeOther(),
      keepMine: () => keeper.keepMine(),
    }),
    [shown, keeper],
  )
}
