import {
  codeColumns,
  codeRow,
  packageColumns,
  packageRow,
  productColumns,
  productRow,
} from '#features/drugs/ndc-file.ts'
import { saveCodes, savePackages, saveProducts } from '#features/drugs/load-sql.ts'
import { closePharmacies, saveNetworks, savePharmacies, saveZipPlaces } from '#features/pharmacies/load-sql.ts'
import { networkColumns, networkRow, type NetworkRow } from '#features/pharmacies/network-file.ts'
import { zipColumns, zipRow } from '#features/pharmacies/zip-file.ts'
import { deaColumns, deaRow, type DeaRow } from '#features/practitioners/dea-file.ts'
import { deactivatePrescribers, savePrescribers, saveRegistrations } from '#features/practitioners/load-sql.ts'
import {
  deactivationColumns,
  deactivationRow,
  nppesColumns,
  nppesMore,
  nppesRow,
  type NppesColumn,
  type NppesRow,
} from '#features/practitioners/nppes-file.ts'
import type { FileKind, ReadLine, RunSql, Stored } from '#platform/load/load.ts'
import type { Sql } from '#platform/database/sql.ts'
import { csvFile, type FileShape } from '#platform/load/records.ts'

/** Tabs, no quotation marks. */
const tabs = (encoding: FileShape['encoding']): FileShape => ({ delimiter: '\t', quoted: false, encoding })

/** Stores every row, refusing none. */
const all =
  <Row>(save: (rows: readonly Row[]) => Sql<{ saved: number }>) =>
  async (rows: readonly ReadLine<Row>[], query: RunSql): Promise<Stored> => ({
    stored: (await query(save(rows.map(({ row }) => row))))[0]!.saved,
    refused: [],
  })

/** Stores rows by a number of what is on file, and refuses those whose number is not. */
const onFile =
  <Row, Key extends keyof Row & string>(
    key: Key,
    message: string,
    save: (rows: readonly Row[]) => Sql<Record<Key, string> & { saved: boolean }>,
  ) =>
  async (lines: readonly ReadLine<Row>[], query: RunSql): Promise<Stored> => {
    const answers = await query(save(lines.map(({ row }) => row)))
    const missing = new Set(answers.filter(({ saved }) => !saved).map((one) => String(one[key])))
    return {
      stored: answers.length - missing.size,
      refused: lines
        .filter(({ row }) => missing.has(String(row[key])))
        .map(({ line }) => ({ line, column: key, message })),
    }
  }

type Kind<Row, Column extends string> = FileKind<Row, Column>
const kind = <Row, Column extends string>(of: Kind<Row, Column>): Kind<Row, Column> => of

/** Ends prescribers and pharmacies on file whose number is deactivated; answers how many there were. */
async function endThose(ended: readonly { npi: string; since: string | null }[], query: RunSql): Promise<number> {
  const [gone] = await query(deactivatePrescribers(ended.map(({ npi }) => npi)))
  const [closed] = await query(closePharmacies(ended))
  return gone!.saved + closed!.saved
}

const nppes = kind<NppesRow, NppesColumn>({
  kind: 'nppes',
  shape: csvFile,
  columns: nppesColumns,
  more: nppesMore,
  read: nppesRow,
  store: async (lines, query) => {
    const of = <Is extends NppesRow['is']>(is: Is) =>
      lines.filter((one): one is ReadLine<Extract<NppesRow, { is: Is }>> => one.row.is === is)
    const pharmacies = of('pharmacy')
    const [prescribers] = await query(savePrescribers(of('prescriber').map(({ row }) => row.of)))
    const ended = of('deactivated').map(({ row }) => row)
    const gone = await endThose(ended, query)
    const places = await query(savePharmacies(pharmacies.map(({ row }) => row.of)))
    const unknown = new Set(places.filter(({ saved }) => !saved).map(({ npi }) => npi))
    return {
      stored: prescribers!.saved + gone + places.length - unknown.size,
      refused: pharmacies
        .filter(({ row }) => unknown.has(row.of.npi))
        .map(({ line }) => ({
          line,
          column: 'Other Provider Identifier_1',
          message: 'This pharmacy has no NABP number here. Add it with its NABP number in a carrier file first.',
        })),
    }
  },
})

const ndcPackages = kind({
  kind: 'ndc-packages',
  shape: tabs('windows-1252'),
  columns: packageColumns,
  read: packageRow,
  store: async (lines, query) => {
    const missing = new Map((await query(savePackages(lines.map(({ row }) => row)))).map((one) => [one.ndc, one]))
    return {
      stored: new Set(lines.map(({ row }) => row.ndc)).size - missing.size,
      refused: lines.flatMap(({ line, row }) => {
        const why = missing.get(row.ndc)
        if (!why) return []
        return [
          why.product_known
            ? {
                line,
                column: 'NDCPACKAGECODE',
                message: `${row.ndc} has no drug code and price. Load them first: npm run directories -- codes FILE`,
              }
            : {
                line,
                column: 'PRODUCTID',
                message: 'This product is not in product.txt of the same day. Load that first.',
              },
        ]
      }),
    }
  },
})

/** The files each word of the command loads, in their order. */
export const kinds = {
  nppes: [nppes],
  deactivated: [
    kind({
      kind: 'deactivated',
      shape: csvFile,
      titled: true,
      columns: deactivationColumns,
      read: deactivationRow,
      store: async (lines, query) => ({
        stored: await endThose(
          lines.map(({ row }) => row),
          query,
        ),
        refused: [],
      }),
    }),
  ],
  ndc: [
    kind({
      kind: 'ndc-products',
      shape: tabs('windows-1252'),
      columns: productColumns,
      read: productRow,
      store: all(saveProducts),
    }),
    ndcPackages,
  ],
  codes: [
    kind({ kind: 'codes', shape: csvFile, columns: codeColumns, ours: true, read: codeRow, store: all(saveCodes) }),
  ],
  dea: [
    kind({
      kind: 'dea',
      shape: csvFile,
      columns: deaColumns,
      ours: true,
      read: deaRow,
      store: onFile<DeaRow, 'npi'>(
        'npi',
        'No prescriber on file has this NPI. Load the NPPES file first.',
        saveRegistrations,
      ),
    }),
  ],
  networks: [
    kind({
      kind: 'networks',
      shape: csvFile,
      columns: networkColumns,
      ours: true,
      read: networkRow,
      store: onFile<NetworkRow, 'nabp'>(
        'nabp',
        'No pharmacy on file has this NABP number. Add it first.',
        saveNetworks,
      ),
    }),
  ],
  zip: [
    kind({
      kind: 'zip',
      shape: { ...tabs('utf-8'), or: '|' },
      columns: zipColumns,
      read: zipRow,
      store: all(saveZipPlaces),
    }),
  ],
} as const
