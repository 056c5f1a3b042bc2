import { useState } from 'react'
import { Link } from 'wouter'
import { patientAddress, type ClaimPlace } from '#features/claims/patient-address.ts'
import { documents } from '#features/documents/contract.ts'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconExport } from '#platform/ui/display/icons.ts'
import type { TxnDetail } from './shapes.ts'
import css from './transactions.module.css'

type DocumentsProps = { detail: TxnDetail; patient: ClaimPlace }

/** The explanations of a transaction and the image of its bill, opened on the Documents tab; the image is saved here, too. */
export function TransactionDocuments({ detail: { eob, pbImage, referenceNumber }, patient }: DocumentsProps) {
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<string>()
  const address = patientAddress(patient, 'documents')
  const save = async () => {
    setSaving(true)
    setFailed(undefined)
    try {
      saveFile(await ask(documents.billImage, { a: referenceNumber, b: patient.masterCarrier }))
    } catch (error) {
      setFailed(error instanceof CallFailed ? error.message : 'Please try again.')
    }
    setSaving(false)
  }
  return (
    <section className={css.part}>
      <h3>Documents</h3>
      <ul>
        {eob.map((one) => (
          <li key={one.documentId}>
            <Link href={`${address}?transaction=${referenceNumber}&document=${one.documentId}`}>
              {one.typeName}: {one.fileName}
            </Link>
          </li>
        ))}
        {pbImage && (
          <li>
            <Link href={`${address}?type=${pbImage.typeId}&document=${pbImage.documentId}`}>
              {pbImage.typeName}: {pbImage.fileName}
            </Link>
          </li>
        )}
      </ul>
      {pbImage && (
        <Button size="small" icon={iconExport} busy={saving} busyLabel="Loading" onClick={() => void save()}>
          Download bill image
        </Button>
      )}
      {failed && <p role="alert">The image of the bill could not be downloaded. {failed}</p>}
    </section>
  )
}
