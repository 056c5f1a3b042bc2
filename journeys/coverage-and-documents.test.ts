import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { onePixelPng, samplePdf, sampleTiff } from '#testing/pdf-documents.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

/** A claim of an adjuster with one open period of coverage: its address, injury day and owner. */
const claimWith = async (more = 'true') => {
  const { rows } = await portal.db.query<{
    mc: string
    sub: string
    id: string
    doi: string
    username: string
    start: string
  }>(
    `select c.mc, c.sub_carrier as sub, c.id, c.doi::text, s.effective_date::text as start, u.username
       from wc_claim c join app_user u on u.id = c.owner_id join eligibility_span s on s.mc = c.mc and s.stratus_claim_id = c.id
        join user_carrier w on w.mc = c.mc and w.user_id = u.id
      where c.mc = 'NWM' and c.status = 'OPEN' and u.username = 'dana.ruiz' and s.term_date is null and s.effective_date > c.doi - 1
       and (select count(*) from eligibility_span o where o.mc = c.mc and o.stratus_claim_id = c.id) = 1 and ${more} order by c.claim_number limit 1`,
  )
  return rows[0]!
}
const picture = async (page: { screenshot(of: { path: string }): Promise<unknown> }, name: string) => {
  if (process.env['PICTURES']) await page.screenshot({ path: join(process.env['PICTURES'], `${name}.png`) })
}

test('A document is uploaded, refused where it is none, found, opened, printed, and saved', async () => {
  const claim = await claimWith()
  const { page, complaints } = await portal.visitAs('dana.ruiz', {
    path: `/patients/${claim.mc}/${claim.sub}/${claim.id}/documents`,
    mc: 'NWM',
  })
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Upload a document' })
  const openForm = async (): Promise<void> => {
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    const file = join(tmpdir(), name)
    await writeFile(file, bytes)
    await dialog.getByLabel('File', { exact: false }).first().setInputFiles(file)
    await dialog.getByLabel('Type').selectOption('7')
    await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
  }
  await openForm()
  await put('page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>'))
  await page.getByRole('link', { name: /This file is not one we can take/ }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await put('scan.png', onePixelPng)
  await page.getByText('scan.png was uploaded.').first().waitFor()
  const shown = page.getByRole('img', { name: 'scan.png' })
  await shown.waitFor()
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  // Larger than its frame, it is scrolled with keys.
  await page.locator('[role=region][tabindex="0"]', { has: shown }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await picture(page, 'documents-1440')
  await openForm()
  await put('note.pdf', samplePdf('Office note', { pages: 2 }))
  await page.getByText('note.pdf was uploaded.').first().waitFor()
  await page.getByRole('img', { name: 'note.pdf, page 1 of 2' }).waitFor()
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await page.getByRole('img', { name: 'note.pdf, page 2 of 2' }).waitFor()
  await page.getByText('Text of this page').press('Enter')
  await page.getByText('Office note, page 2').waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await picture(page, 'documents-pdf-1440')
  // Printed are all pages, not the screen they are read on.
  const printed = page.evaluate(
    () =>
      new Promise<(string | null)[]>((resolve) => {
        window.print = () =>
          resolve([...document.querySelectorAll('body > div > img')].map((one) => one.getAttribute('alt')))
      }),
  )
  await page.getByRole('button', { name: 'Print' }).press('Enter')
  expect(await printed).toEqual(['note.pdf, page 1 of 2', 'note.pdf, page 2 of 2'])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).press('Enter')
  const saved = await saving
  expect([saved.suggestedFilename(), (await readFile(await saved.path())).subarray(0, 5).toString()]).toEqual([
    'note.pdf',
    '%PDF-',
  ])
  await openForm()
  await put('fax.tif', sampleTiff([[1728, 2200]]))
  await page.getByText('fax.tif was uploaded.').first().waitFor()
  await page.getByRole('img', { name: 'fax.tif' }).waitFor()
  await page.getByLabel('Find by name or sender').fill('scan')
  await page.getByText(/^note\.pdf · \d/).waitFor({ state: 'detached' })
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
})

test('Explanations of benefits and of bill review open from the archive, a text printed as a PDF', async () => {
  const claim = await claimWith()
  await portal.db.query(
    `with filed as (insert into document (mc, id, sub_carrier, stratus_claim_id, type_id, group_id, file_name, mime, bytes, sha256, source, created_at,
        received_at)
      select $1, gen_random_uuid(), $2, $3, type, 3, name, mime, length(content), sha256(content), 'FILENET', now(), now()
        from (values (4, 'EOB 7.txt', 'text/plain', $4::bytea), (5, 'EOBR 8.pdf', 'application/pdf', $5::bytea)) as x(type, name, mime, content)
      returning mc, id, type_id)
    insert into document_content select mc, id, case type_id when 4 then $4::bytea else $5::bytea end from filed`,
    [
      claim.mc,
      claim.sub,
      claim.id,
      Buffer.from('Paid: 12.34 US dollars'),
      Buffer.from(samplePdf('Reduced by fee schedule')),
    ],
  )
  const { page, complaints } = await portal.visitAs('dana.ruiz', {
    path: `/patients/${claim.mc}/${claim.sub}/${claim.id}/documents`,
    mc: 'NWM',
  })
  for (const [name, words] of [
    ['EOB 7.txt', 'Paid: 12.34 US dollars'],
    ['EOBR 8.pdf', 'Reduced by fee schedule, page 1'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(name.replace('.', '\\.')) }).click()
    await page.getByRole('img', { name }).waitFor()
    await page.getByText('Text of this page').click()
    await page.getByText(words).waitFor()
  }
  // A transaction leads to its explanations and to the image of its bill, which is saved from there, too.
  const { rows: bills } = await portal.db.query<{ drug: string; reference: string }>(
    `with x as (select x.* from rx_transaction x where x.mc = $1 and x.stratus_claim_id = $2 order by x.fill_date desc, x.id limit 1),
     paper as (update rx_transaction t set claim_channel_type = 9 from x where t.mc = x.mc and t.id = x.id),
     filed as (update document d set transaction_id = x.id from x
        where d.mc = $1 and d.stratus_claim_id = $2 and d.file_name in ('EOB 7.txt', 'EOBR 8.pdf')),
     image as (insert into document (mc, id, sub_carrier, stratus_claim_id, transaction_id, type_id, group_id, file_name, mime, bytes, sha256, source,
         created_at, received_at)
        select x.mc, gen_random_uuid(), x.sub_carrier, x.stratus_claim_id, x.id, 6, 3, 'bill.png', 'image/png', length($3::bytea),
          sha256($3::bytea), 'FILENET', now(), now() from x returning mc, id),
     content as (insert into document_content select mc, id, $3::bytea from image)
     select drug_name as drug, reference_number as reference from x`,
    [claim.mc, claim.id, Buffer.from(onePixelPng)],
  )
  await page.goto(`${portal.origin}/patients/${claim.mc}/${claim.sub}/${claim.id}/medications?view=transactions`)
  await page.getByRole('combobox', { name: 'Time' }).selectOption('all')
  await page.getByRole('button', { name: bills[0]!.drug }).first().click()
  const panel = page.getByRole('dialog')
  const saving = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download bill image' }).click()
  expect((await saving).suggestedFilename()).toBe('bill.png')
  await panel.getByRole('link', { name: /bill\.png/ }).click()
  await page.getByRole('img', { name: 'bill.png' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: bills[0]!.drug }).first().click()
  await panel.getByRole('link', { name: /EOBR 8\.pdf/ }).click()
  await page.getByRole('img', { name: 'EOBR 8.pdf' }).waitFor()
  await page.getByText(`Explanations of transaction ${bills[0]!.reference}`).waitFor()
  await page.getByRole('button', { name: 'All documents' }).click()
  await page.getByRole('button', { name: /bill\.png/ }).waitFor()
  // Without its flag the history comes by page number: the same rows, no sums.
  await portal.db.query(
    `insert into feature_flag_override (mc, sub_carrier, key, enabled) values ('NWM', '*', 'TransactionHistoryFlag', false)`,
  )
  const byNumber = page.waitForResponse((answer) => answer.url().endsWith('/patients/transactionHistory'))
  await page.goto(`${portal.origin}/patients/${claim.mc}/${claim.sub}/${claim.id}/medications?view=transactions`)
  expect((await byNumber).status()).toBe(200)
  await page.getByRole('combobox', { name: 'Time' }).selectOption('all')
  await page.getByRole('button', { name: bills[0]!.drug }).first().waitFor()
  await page.getByText('Paid and billed').waitFor({ state: 'detached' })
  const { rows } = await portal.db.query(
    `select type_id from document where type_id in (4, 5) and mc = 'NWM' and file_name like 'EOB%' group by 1 having count(*) > 1 order by 1`,
  )
  // The made-up world has both kinds too.
  expect(rows.map((row) => row.type_id)).toEqual([4, 5])
  expect(complaints).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'Coverage and documents fit a telephone and a tablet, %s',
  async (colorScheme) => {
    const claim = await claimWith('exists (select from document d where d.mc = c.mc and d.stratus_claim_id = c.id)')
    for (const width of [390, 1024]) {
      for (const tab of ['eligibility', 'documents']) {
        const { page, context } = await portal.visitAs('dana.ruiz', {
          path: `/patients/${claim.mc}/${claim.sub}/${claim.id}/${tab}`,
          mc: 'NWM',
          viewport: { width, height: width === 390 ? 844 : 800 },
          colorScheme,
        })
        await page.getByRole('heading', { name: tab === 'documents' ? 'Documents' : 'Coverage', exact: true }).waitFor()
        await page
          .getByText(tab === 'documents' ? /KB/ : 'BIN')
          .first()
          .waitFor()
        await picture(page, `${tab}-${width}-${colorScheme}`)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        ).toBe(0)
        await context.close()
      }
    }
  },
)
