import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconChevronDown, iconChevronUp, iconClose } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { dataExtracts, keptExtracts } from '../contract.ts'
import { REQUIRED, type Problems } from '../filters.ts'
import { ASKED_ROWS } from '../rules.ts'
import { Ask } from './ask.tsx'
import css from './data-extract.module.css'
import { DualList } from './dual-list.tsx'
import { FilterFields } from './filter-fields.tsx'
import { emptyForm, formOf, partOf, readForm, shownFilters, unsupported, type Form } from './form.ts'
import { PresetDialog, ScheduleDialog } from './keep-dialogs.tsx'
import { Kept } from './kept.tsx'
import { Preview } from './preview.tsx'
import { ReportCard } from './report-card.tsx'
import { download, failedWords, forgetFailure, useExtract } from './use-extract.ts'
import { daysIn } from './stamp.ts'

const FIND_ID = 'find-available-field'
const hints = [
  { keys: ['/'], does: 'Find a field' },
  { keys: ['Space'], does: 'Mark' },
  { keys: ['Enter'], does: 'Move' },
  { keys: ['Alt', 'Up', 'Down'], does: 'Reorder' },
  { keys: ['Ctrl', 'Enter'], does: 'Download' },
] as const
const rowWords = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`

/** What was chosen stays while this tab is open, for its user and carrier. */
const kept: { whose: string; form: Form } = { whose: '', form: emptyForm }

/** /data-extract: builds a report of one program and downloads it. */
export function DataExtract() {
  const { person, viewOnly } = useUser()
  const cache = useQueryClient()
  const now = useNow()
  const mc = person.mc
  const zone = person.timeZone
  const whose = `${person.id} ${mc}`
  const [form, setShown] = useState<Form>(kept.whose === whose ? kept.form : emptyForm)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [more, setMore] = useState(true)
  const [asking, setAsking] = useState<'reset' | 'large' | 'preset' | 'schedule'>()
  const top = useRef<HTMLDivElement>(null)
  const { running, failed } = useExtract()

  // Why it failed stands at the top of a long form; a failure that was there before the page is read in its order.
  const before = useRef(failed)
  useEffect(() => {
    if (failed === before.current) return
    before.current = failed
    if (!failed) return
    top.current?.scrollIntoView()
    top.current?.querySelector<HTMLElement>('[data-failed]')?.focus({ preventScroll: true })
  }, [failed])

  const setForm = (next: Form) => {
    Object.assign(kept, { whose, form: next })
    setShown(next)
  }
  const programs = useRead(dataExtracts.programs, { mc })
  const areas = useRead(dataExtracts.subjectAreas, {})
  const only = programs.data?.length === 1 ? programs.data[0]!.carrierCode : ''
  const program = form.program || only
  const described = useRead(
    dataExtracts.parameters,
    { a: form.area || 'none', b: program || 'AAA' },
    { off: !form.area || !program },
  )
  const fields = described.data?.fieldList ?? []
  // The usual fields are chosen until somebody chooses others.
  const chosen =
    form.fields.length === 0 && !left.has('fields')
      ? fields.filter((one) => one.default).map(({ key }) => key)
      : form.fields
  const whole: Form = { ...form, program, fields: chosen }
  const read = readForm(whole, described.data, mc, zone)
  const rested = useRested(JSON.stringify(read.input ?? null), 600)
  const countOf = JSON.parse(rested) as typeof read.input | null
  const counted = useRead(dataExtracts.count, countOf ?? ({} as never), { off: !countOf })
  const isCounted = countOf !== null && rested === JSON.stringify(read.input ?? null) && counted.data !== undefined
  const rows = isCounted ? counted.data.rows : undefined
  const leave = (name: string) => setLeft((before) => new Set([...before, name]))
  const wrongIn = (name: string, value: string) => (left.has(name) && !value ? REQUIRED : undefined)
  const shownProblems = (field: string): Problems =>
    Object.fromEntries(
      Object.entries(read.problems[field] ?? {}).filter(([part]) => left.has(partOf(field, part as keyof Problems))),
    )
  const change = (next: Partial<Form>) => setForm({ ...whole, ...next })
  const chooseArea = (area: string) => {
    const before = whole
    const lost = before.area !== '' && (left.has('fields') || Object.keys(before.typed).length > 0)
    setForm({ ...emptyForm, program, area })
    setLeft(new Set())
    if (lost)
      toast({
        tone: 'info',
        words: 'The fields and filters were reset.',
        detail: 'They belong to the subject area.',
        onUndo: () => {
          setForm(before)
          setLeft(new Set(['fields']))
        },
      })
  }
  const untouched = form.area === '' && form.program === ''
  const reset = () => {
    const before = whole
    setForm(emptyForm)
    setLeft(new Set())
    setAsking(undefined)
    toast({
      tone: 'info',
      words: 'The form was reset.',
      onUndo: () => {
        setForm(before)
        setLeft(new Set(['fields']))
      },
    })
  }
  const areaLabel = areas.data?.find(({ key }) => key === form.area)?.label ?? ''
  const whyNot = !program
    ? 'Select a program.'
    : !form.area
      ? 'Choose a subject area.'
      : !described.data
        ? 'The fields are being loaded.'
        : read.wrong > 0
          ? `Fix ${read.wrong} ${read.wrong === 1 ? 'field' : 'fields'} to download.`
          : isCounted && rows! > counted.data.most
            ? `More than ${rowWords(counted.data.most)} match. Narrow the filters.`
            : undefined
  const run = (input: Parameters<typeof download>[0], what: string, of: number) =>
    void download(input, what, of).then(() => cache.invalidateQueries({ queryKey: [keptExtracts.recent.name] }))
  const send = () => {
    setAsking(undefined)
    forgetFailure()
    if (!read.input) return
    run(read.input, `${areaLabel}, ${program}`, rows ?? 0)
  }
  const start = () => {
    if (running) return
    if (whyNot !== undefined) {
      // Says on each field what is missing; the usual fields stay chosen.
      setForm(whole)
      setLeft(
        new Set([
          'program',
          'area',
          ...(described.data ? ['fields'] : []),
          ...Object.entries(read.problems).flatMap(([field, problems]) =>
            Object.keys(problems).map((part) => partOf(field, part as keyof Problems)),
          ),
        ]),
      )
      return
    }
    if (rows !== undefined && rows > ASKED_ROWS) setAsking('large')
    else send()
  }
  useHints(hints)
  useKeys({
    '/': () => document.getElementById(FIND_ID)?.focus(),
    'mod+Enter': start,
    Escape: () => (running ? running.cancel() : false),
  })
  const loading = programs.isPending || areas.isPending
  const broken = areas.error ?? programs.error
  const filters = described.data && shownFilters(described.data, chosen)
  const filterProps = {
    typed: form.typed,
    problems: shownProblems,
    now,
    zone,
    onType: (field: string, typed: Form['typed'][string]) => {
      change({ typed: { ...form.typed, [field]: typed } })
    },
    onLeave: (field: string, part: Parameters<typeof partOf>[1]) => leave(partOf(field, part)),
  }
  return (
    <Page canvas>
      <div className={css.page} ref={top}>
        <div className={css.title}>
          <PageTitle title="Data Extracts" failed={failed !== undefined} />
          <p>Choose what you need and download it as a CSV file.</p>
        </div>
        {failed && (
          <div tabIndex={-1} data-failed>
            <Note
              tone="red"
              act={<IconButton icon={iconClose} label="Close" size="small" plain onClick={forgetFailure} />}
            >
              <b>{failedWords(failed)}</b> Your choices are kept.
              {failed.supportId && <SupportId id={failed.supportId} />}
            </Note>
          </div>
        )}
        {(described.data ? unsupported(described.data) : []).map((words) => (
          <Note key={words} tone="red" role="alert">
            <b>{words}</b>
          </Note>
        ))}
        {broken && !loading ? (
          <ErrorState
            title="Failed to get subject area information for data extract"
            safe="Nothing was changed."
            text={broken.message}
            supportId={broken.supportId}
            onRetry={() => void Promise.all([areas.refetch(), programs.refetch()])}
            retrying={areas.isFetching}
          />
        ) : (
          <Loading busy={loading} skeleton={<Skeleton width="100%" height={360} />} loaded="Subject areas loaded.">
            <div className={css.columns}>
              <div className={css.main}>
                <Card title="Program and subject area">
                  <div className={css.two}>
                    <SelectField
                      label="Select Program"
                      required
                      value={program}
                      placeholder="Choose a program"
                      options={(programs.data ?? []).map(({ carrierCode, carrierName }) => ({
                        value: carrierCode,
                        label: `${carrierCode} · ${carrierName}`,
                      }))}
                      error={wrongIn('program', program)}
                      onBlur={() => leave('program')}
                      onChange={(next) => change({ program: next })}
                    />
                    <SelectField
                      label="Subject Area"
                      required
                      value={form.area}
                      placeholder="Choose a subject area"
                      options={(areas.data ?? []).map(({ key, label }) => ({ value: key, label }))}
                      hint="Changing the subject area clears everything except the program."
                      error={wrongIn('area', form.area)}
                      onBlur={() => leave('area')}
                      onChange={chooseArea}
                    />
                  </div>
                </Card>
                {form.area && program && described.error && (
                  <NotLoaded
                    small
                    title="Failed to get data extract parameters for subject area"
                    safe="Your choices are kept."
                    of={described}
                  />
                )}
                {form.area && program && !described.error && (
                  <Loading
                    busy={!described.data}
                    skeleton={<Skeleton width="100%" height={320} />}
                    loaded="Fields and filters loaded."
                  >
                    {filters && (
                      <>
                        <Card title="Data Field Selection(s)" sub="required">
                          <DualList
                            items={fields}
                            chosen={chosen}
                            findId={FIND_ID}
                            error={left.has('fields') && chosen.length === 0 ? REQUIRED : undefined}
                            onChange={(next) => {
                              leave('fields')
                              change({ fields: next })
                            }}
                          />
                        </Card>
                        <Card title="Filter By">
                          {filters.required.length > 0 && <FilterFields filters={filters.required} {...filterProps} />}
                          <div className={css.more}>
                            <Button
                              tone="link"
                              icon={more ? iconChevronUp : iconChevronDown}
                              aria-expanded={more}
                              onClick={() => setMore(!more)}
                            >
                              Additional Filter Options
                            </Button>
                            <span>for the fields you chose</span>
                          </div>
                          {more &&
                            (filters.optional.length > 0 ? (
                              <FilterFields filters={filters.optional} {...filterProps} />
                            ) : (
                              <p className={css.small}>None of the fields you chose has a filter.</p>
                            ))}
                        </Card>
                        <Preview input={read.input} fields={fields} />
                      </>
                    )}
                  </Loading>
                )}
              </div>
              <aside className={css.aside} aria-label="Your report">
                <ReportCard
                  facts={[
                    ['Program', program || 'None yet'],
                    ['Subject', areaLabel || 'None yet'],
                    ['Fields', String(chosen.length)],
                    ['Filters', String(read.filters)],
                    [
                      'Period',
                      read.period
                        ? `${daysIn(read.period.from, read.period.to, zone)?.toLocaleString('en-US') ?? 'No'} days`
                        : 'Any',
                    ],
                    [
                      'Rows',
                      rows === undefined
                        ? read.input
                          ? counted.error
                            ? 'Not counted'
                            : 'Counting'
                          : 'Not counted yet'
                        : rows > counted.data!.most
                          ? `More than ${counted.data!.most.toLocaleString('en-US')}`
                          : rows === 0
                            ? 'No rows match'
                            : rows.toLocaleString('en-US'),
                    ],
                  ]}
                  whyNot={whyNot}
                  untouched={untouched}
                  onDownload={start}
                  onReset={() => setAsking('reset')}
                  onKeep={viewOnly ? undefined : setAsking}
                />
              </aside>
              <Kept
                mc={mc}
                running={running !== undefined}
                onOpen={(kept) => {
                  setForm(formOf(kept, zone))
                  setLeft(new Set(['fields']))
                  top.current?.scrollIntoView()
                }}
                onRun={(kept, what, of) => {
                  forgetFailure()
                  run({ mc, ...kept }, what, of)
                }}
              />
            </div>
          </Loading>
        )}
      </div>
      {asking === 'preset' && read.input && (
        <PresetDialog extract={{ reportFilters: [], ...read.input }} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'schedule' && read.input && (
        <ScheduleDialog extract={{ reportFilters: [], ...read.input }} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'reset' && (
        <Ask
          title="Reset the form?"
          words="Program, subject area, fields and filters are cleared."
          verb="Reset"
          onClose={() => setAsking(undefined)}
          onYes={reset}
        />
      )}
      {asking === 'large' && (
        <Ask
          title={`Download ${rowWords(rows ?? 0)}?`}
          words="A file of this size takes a while. You can go on working and cancel it at any time."
          verb="Download"
          onClose={() => setAsking(undefined)}
          onYes={send}
        />
      )}
    </Page>
  )
}
