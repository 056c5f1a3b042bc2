import { settings } from '#features/settings/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Note } from '#platform/ui/display/note.tsx'

/** On requests of Minnesota claims, where the flag is on: that the state's maximum allowable cost counts. */
export function StatePrice({ subCarrier }: { subCarrier: string }) {
  const flag = useRead(settings.features, { f: ['mn_mac'], subCarrier })
  if (!flag.data?.enabled) return null
  return (
    <Note tone="blue">
      <b>Minnesota claim.</b> Compare the price with the maximum allowable cost of the drug before you approve.
    </Note>
  )
}
