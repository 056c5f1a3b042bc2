/** A mail as a mail server sends it back (RFC 3464), its report of one receiver with these fields. */
export const returnedMail = (
  { action, status }: { action: string; status: string },
  { more = '', type = 'message/delivery-status', lineEnd = '\r\n' } = {},
): string =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.clinic.example>',
    'To: bounces@portal.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_part"',
    '',
    'This is the mail system.',
    '--=_part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    'Action: delivered',
    '--=_part',
    `Content-Type: ${type}`,
    '',
    'Reporting-MTA: dns; mx.clinic.example',
    'Arrival-Date: Sat, 28 Nov 2026 14:14:00 -0500',
    '',
    'Final-Recipient: rfc822; office@clinic.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <office@clinic.example>:',
    '    Maria Ortega is not here',
    ...(more ? ['', more] : []),
    '--=_part',
    'Content-Type: message/rfc822',
    '',
    'Subject: A request',
    'Action: delivered',
    '',
    'Denied',
    '--=_part--',
    '',
  ].join(lineEnd)

/** The mail as a mail system hands it over. */
export const asFile = (message: string): { name: string; type: string; bytes: Uint8Array } => ({
  name: 'message.eml',
  type: 'message/rfc822',
  bytes: new TextEncoder().encode(message),
})
