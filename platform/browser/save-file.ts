/** Hands a file to the browser's downloads, under the name the server gave it unless another is given; returns the name. */
export function saveFile(file: Blob, name = file instanceof File ? file.name : ''): string {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return name
}
