import { implement, oneTrip, type FileAnswer } from '#platform/calls/handler.ts'
import { pageOf } from '#platform/calls/page.ts'
import { csvOf, toPharmacy } from './answers.ts'
import { pharmacies } from './contract.ts'
import { whyNotSearch } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(pharmacies)({
  search: oneTrip(
    ({ page, size, ...wanted }) => ({ found: sql.search(wanted, { page, size }) }),
    ({ found }, { input, refuse }) => {
      refuse(whyNotSearch(input))
      const { page, size, zipCode } = input
      const list = pageOf(found, {
        page,
        size,
        sort: zipCode ? 'distance,asc' : 'name,asc',
        most: sql.MOST,
        of: toPharmacy,
      })
      return { ...list, zipHasNoPlace: found[0]?.has_place === false }
    },
  ),

  byNabp: oneTrip(
    ({ nabps }) => ({ found: sql.byNabp([...new Set(nabps)]) }),
    ({ found }, { input: { nabps } }) => ({
      pharmacies: found.map(toPharmacy),
      notFound: [...new Set(nabps)].filter((nabp) => !found.some((row) => row.nabp === nabp)),
    }),
  ),

  export: oneTrip(
    (wanted) => ({ found: sql.search(wanted, { page: 0, size: sql.MOST }) }),
    ({ found }, { input, refuse }) => {
      refuse(whyNotSearch(input))
      const rows = found.filter((row) => row.found).map(toPharmacy)
      const answer: FileAnswer = {
        file: csvOf(rows, (found[0]?.total ?? 0) > sql.MOST),
        name: 'PharmSearchExportToExcel.csv',
      }
      return answer
    },
  ),
})
