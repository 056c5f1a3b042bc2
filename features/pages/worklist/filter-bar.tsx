import { useRef, useState } from 'react'
import { announce } from '#platform/ui/display/announce.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { looksLikeSsn, type FilterInput, type FilterName, type Wanted } from './address.ts'
import type { LaterParts } from './later-parts.ts'
import type { SearchKey } from '#features/worklist/rules.ts'
import css from './filters.module.css'

const searchKeys: { value: SearchKey; label: string; hint: string }[] = [
  { value: 'A', label: 'Case owner', hint: 'Name or e-mail' },
  { value: 'C', label: 'Claim Number', hint: 'Claim number' },
  { value: 'N', label: 'Last name', hint: 'Last name, or last, first' },
  { value: 'Au', label: 'Authorization id', hint: '12 digits' },
  { value: 'D', label: 'Date range', hint: '' },
]

/** Search keys of the feature flag `auth_search_addn_opts`. */
const moreKeys: readonly SearchKey[] = ['Au', 'D']

type FilterBarProps = {
  wanted: Wanted
  go: (change: Partial<Wanted>) => void
  filter: FilterInput
  today: string
  /** "38 requests". */
  count: string
  /** Name of the user, whose requests these are by default. */
  ownName: string
  later: LaterParts | undefined
}

/** One search key with its text, the active filters as chips, and the menu that adds one. */
export function FilterBar({ wanted, go, filter, today, count, ownName, later }: FilterBarProps) {
  const { settings } = useUser()
  // The text being typed; the submitted search is in `wanted`.
  const [typed, setTyped] = useState({ by: wanted.by, text: wanted.text, of: wanted.text })
  if (typed.of !== wanted.text) setTyped({ by: wanted.by, text: wanted.text, of: wanted.text })
  const [problem, setProblem] = useState<string>()
  const [dialog, setDialog] = useState<FilterName>()
  const say = (words: string | undefined) => {
    setProblem(words)
    if (words) announce(words, 'assertive')
  }
  const search = () => {
    const text = typed.text.trim()
    if (text === '') {
      say(undefined)
      if (wanted.text !== '') go({ by: typed.by, text: '' })
    } else if (looksLikeSsn(typed.by, text))
      say('That looks like a Social Security number. Search by claim number instead.')
    else if ([...text].length < 2) say('Enter at least 2 characters')
    else {
      say(undefined)
      go({ by: typed.by, text })
    }
  }
  const keys =
    settings['auth_search_addn_opts'] === false
      ? searchKeys.filter(({ value }) => value === typed.by || !moreKeys.includes(value))
      : searchKeys
  const searchKey = searchKeys.find(({ value }) => value === typed.by)!
  // F opens the menu of the chips once they are there.
  const earlyRef = useRef(false)
  useKeys({ f: () => !later && (earlyRef.current = true) })
  const own = filter.caseOwners?.includes('me') ?? false
  return (
    <div className={css.filter}>
      <div className={css.search}>
        <SearchBy
          label="Find requests"
          by={typed.by}
          keys={keys}
          onBy={(by) => {
            say(undefined)
            if (by === 'D') setDialog('received')
            else setTyped({ ...typed, by })
          }}
          value={typed.text}
          onChange={(text) => {
            setTyped({ ...typed, text })
            if (text === '' && wanted.text !== '') go({ text: '' })
          }}
          onSearch={search}
          placeholder={typed.by === 'A' && own ? ownName : searchKey.hint}
          shortcut={['/']}
        />
        {problem && <p className={css.problem}>{problem}</p>}
      </div>
      {later ? (
        <later.FilterChips {...{ wanted, go, filter, today, dialog, earlyRef }} onDialog={setDialog} />
      ) : (
        <div className={css.chips} />
      )}
      <span className={css.count}>{count}</span>
    </div>
  )
}
