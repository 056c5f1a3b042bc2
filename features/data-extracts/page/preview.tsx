import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { dataExtracts } from '../contract.ts'

type Input = InputOf<typeof dataExtracts.preview>
type PreviewProps = {
  /** The extract as it is filled in; nothing while something is wrong with it. */
  input: Input | undefined
  fields: readonly { key: string; label: string }[]
}

/** The first rows of what is filled in. They are read when asked for: each look at them is on record. */
export function Preview({ input, fields }: PreviewProps) {
  const [shown, setShown] = useState<Input>()
  const isShown = input !== undefined && JSON.stringify(shown) === JSON.stringify(input)
  const asked = useRead(dataExtracts.preview, shown ?? ({} as never), { off: !isShown })
  const labelOf = (key: string) => fields.find((field) => field.key === key)?.label ?? key
  const rows = isShown ? asked.data?.content : undefined
  return (
    <Card
      title="Preview"
      sub="the first 20 rows"
      acts={
        <Button size="small" disabled={input === undefined || isShown} onClick={() => setShown(input)}>
          Show rows
        </Button>
      }
    >
      {isShown && asked.error && !rows ? (
        <NotLoaded small title="The rows could not be loaded" safe="Your choices are kept." of={asked} />
      ) : isShown ? (
        <Loading busy={!rows} skeleton={<Skeleton width="100%" height={200} />} loaded="Preview loaded.">
          {rows?.length === 0 ? (
            <p>No rows match.</p>
          ) : (
            <Table caption="First rows" cards="labels" scrolls>
              <TableHead>
                {input.fieldList.map((key) => (
                  <HeadCell key={key}>{labelOf(key)}</HeadCell>
                ))}
              </TableHead>
              <TableBody>
                {rows?.map((row, at) => (
                  <Row key={at}>
                    {row.map((text, column) => (
                      <Cell
                        key={input.fieldList[column]}
                        {...(column === 0 ? { head: true } : { label: labelOf(input.fieldList[column]!) })}
                      >
                        {text}
                      </Cell>
                    ))}
                  </Row>
                ))}
              </TableBody>
            </Table>
          )}
        </Loading>
      ) : (
        <p>{input === undefined ? 'Fill in the form to see rows.' : 'Each preview is logged.'}</p>
      )}
    </Card>
  )
}
