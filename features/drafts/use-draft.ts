import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { enlist, keeperOf } from './keepers.ts'
import { readsWithDrafts } from './lists.ts'
import type { Shown } from './place.ts'
import type { About } from './rules.ts'

/** A form whose text is kept: its name, what it is about, and how a kept body is read back. */
export type DraftForm<Value extends object> = {
  about: About
  /** Small letters and hyphens: `reject`. */
  name: string
  /** As people call it: Rejection. */
  title: string
  /** What it holds, from what was kept; undefined when that is not understood. */
  read: (body: Record<string, unknown>) => Value | undefined
}

export type Draft = {
  shown: Shown
  /** Empties the form and forgets what was kept of it. */
  discard: () => void
  takeOther: () => void
  keepMine: () => void
}

/**
 * Keeps what is typed into a form on the server, for its person and carrier alone, and brings it back wherever they open the
 * form again. `value` is what stands in the form, undefined while nothing was typed; `restore` puts a value into it, or
 * empties it. `off` for people who may not send it.
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

  // Lists show where the user has a draft: they are asked again once this one is saved.
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

  // What the form begins with was not typed.
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
