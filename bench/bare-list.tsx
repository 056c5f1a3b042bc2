/** The worklist's rows on React and nothing else: what `bench/first-content.ts` holds the portal against. */
import { createRoot } from 'react-dom/client'

type Value = string | number | boolean | readonly (string | number)[]
type Row = Readonly<Record<string, Value | undefined>>

const text = (value: Value | undefined): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''))

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={text(row['id'])}>
            {Object.entries(row).map(([field, value]) => (
              <td key={field}>{field === 'id' ? <a href={`/authorizations/${text(value)}`}>Open</a> : text(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const answer = await fetch('/rows')
const { content } = (await answer.json()) as { content: readonly Row[] }
createRoot(document.getElementById('root')!).render(<Rows rows={content} />)
