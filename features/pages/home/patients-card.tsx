import { useState } from 'react'
import { useLocation } from 'wouter'
import { searchTypes } from '#features/patients/contract.ts'
import { Recents } from '#features/patients/recents.tsx'
import { keepType, lastType, remember } from '#features/patients/remembered.ts'
import { searchTypeLabels, sentText } from '#features/patients/search-type.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import css from './home.module.css'

/** As many as the card has room for; the rest is on Patients. */
const MOST_SHOWN = 10

/** The patients the user viewed last, and a search that goes on in Patients. */
export function PatientsCard() {
  const { carrier } = useUser()
  const [, navigate] = useLocation()
  const [type, setType] = useState(lastType)
  const [text, setText] = useState('')
  return (
    <Card
      title="Patients"
      sub="Recently viewed"
      flush
      acts={
        <LinkButton href="/patients?adjuster=me" tone="quiet" size="small" iconEnd={iconArrowRight}>
          My patients
        </LinkButton>
      }
    >
      <SearchBy
        label="Find a patient"
        className={css.findPatient ?? ''}
        by={type}
        keys={searchTypes.map((key) => ({ value: key, label: searchTypeLabels[key] }))}
        onBy={setType}
        value={text}
        onChange={setText}
        placeholder="Find a patient"
        onSearch={() => {
          const sent = sentText(type, text)
          if (sent === '') return
          keepType(type)
          remember(carrier.code, { type, text: sent, page: 0 })
          navigate('/patients')
        }}
      />
      <Recents most={MOST_SHOWN} />
    </Card>
  )
}
