// Own drawings on a 20 by 20 grid, stroked by icon.tsx. One constant each, so that a page carries only those it shows.

const circle = 'M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z'
const box = 'M4.5 3.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1z'
const lens = 'M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM13 13l4 4'

// Signs
export const iconCheck = 'M4 10.5l4 4 8-9'
export const iconClose = 'M5 5l10 10M15 5 5 15'
export const iconNotice =
  'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4.5-2 6-2 6h13s-2-1.5-2-6A4.5 4.5 0 0 0 10 3zM8.4 16.2a1.8 1.8 0 0 0 3.2 0'
export const iconPlus = 'M10 4v12M4 10h12'
export const iconMinus = 'M4 10h12'
export const iconChevronDown = 'M5 7.5l5 5 5-5'
export const iconChevronUp = 'M5 12.5l5-5 5 5'
export const iconChevronRight = 'M7.5 5l5 5-5 5'
export const iconChevronLeft = 'M12.5 5l-5 5 5 5'
export const iconSwitcher = 'M6.5 8 10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5'
export const iconArrowRight = 'M4 10h12M11 5l5 5-5 5'
export const iconArrowLeft = 'M16 10H4M9 5l-5 5 5 5'
export const iconArrowUp = 'M10 16V4M5 9l5-5 5 5'
export const iconArrowDown = 'M10 4v12M5 11l5 5 5-5'
export const iconMore =
  'M5.2 10a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0zM10.7 10a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0zM16.2 10a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0z'
export const iconSpinner = 'M17 10a7 7 0 1 1-4.8-6.6'

// Messages
export const iconInfo = `${circle}M10 9.5v4M10 6.5v.01`
export const iconAlert = `${circle}M10 6v4.5M10 13.6v.01`
export const iconWarning = 'M10 3 2.5 16.5h15zM10 8v4M10 14.2v.01'
export const iconCheckCircle = `${circle}M6.8 10.3l2.2 2.2 4.2-4.7`
export const iconCrossCircle = `${circle}M7.3 7.3l5.4 5.4M12.7 7.3l-5.4 5.4`
export const iconClock = `${circle}M10 5.5V10l3 2`
export const iconReminder = 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.3 17.8a1.9 1.9 0 0 0 3.4 0'
export const iconSiren = 'M5.5 14v-3.5a4.5 4.5 0 0 1 9 0V14M4 14h12v3H4zM10 1.8v1.6M3.2 5.2l1.3 1M16.8 5.2l-1.3 1'
export const iconCloudOff =
  'M8.2 4.6a5 5 0 0 1 6.4 4.2A3.6 3.6 0 0 1 17 14M5.8 6.3a5 5 0 0 0-.6 2.6A3.5 3.5 0 0 0 6 15.8h8.5M3 3l14 14'
export const iconLock =
  'M5 9h10a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM6.8 9V6.2a3.2 3.2 0 0 1 6.4 0V9M10 12.8v1.4'

// Places
export const iconHome = 'M3 9.2 10 3.2l7 6V16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM8 17v-5h4v5'
export const iconClipboard =
  'M7 4H5.5A1.5 1.5 0 0 0 4 5.5v10A1.5 1.5 0 0 0 5.5 17h9a1.5 1.5 0 0 0 1.5-1.5v-10A1.5 1.5 0 0 0 14.5 4H13M7 2.8h6v2.7H7zM7 9h6M7 12.5h4'
export const iconPeople =
  'M10.5 6.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM2 16.5a5.5 5.5 0 0 1 11 0M13 3.8a3 3 0 0 1 0 5.4M15.3 11.6a5.5 5.5 0 0 1 2.7 4.9'
export const iconTable = `${box}M3.5 8h13M3.5 12.2h13M12 3.5v13`
export const iconMenu = 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13'
export const iconBuilding =
  'M4 17V4.5A1.5 1.5 0 0 1 5.5 3h6A1.5 1.5 0 0 1 13 4.5V17M13 8h2.5a1 1 0 0 1 1 1v8M2.5 17h15M7 6.5h3M7 9.5h3M7 12.5h3'
export const iconStore =
  'M4 9v7a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9M3 7l1.5-4h11L17 7a2.33 2.33 0 0 1-4.67 0 2.33 2.33 0 0 1-4.66 0A2.33 2.33 0 0 1 3 7zM8 17v-4.5h4V17'

// People and talk
export const iconUser = 'M13.5 6.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM3.5 17.5a6.5 6.5 0 0 1 13 0'
export const iconAssign = 'M11 6.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM1.5 17.5a6 6 0 0 1 12 0M16 7v5M13.5 9.5h5'
export const iconAway =
  'M3.5 7h13a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM7 16.5V4.5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v12'
export const iconChat = 'M10 3a7 7 0 0 1 0 14c-1.2 0-2.4-.3-3.4-.9L3 17l1-3.4A7 7 0 0 1 10 3z'
export const iconFeedback =
  'M3 8.5v3a1 1 0 0 0 1 1h2.5L15 16V4L6.5 7.5H4a1 1 0 0 0-1 1zM6.5 12.5 8 17h2.2l-1.3-3.6M17.6 8.6v2.8'
export const iconMail =
  'M3.5 4.5h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM2.8 5.8l7.2 5.7 7.2-5.7'
export const iconAt =
  'M13.2 10a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM13.2 7v3.8a2.1 2.1 0 0 0 4.2 0V10A7.4 7.4 0 1 0 14 16.2'

// Acts
export const iconSearch = lens
export const iconNoMatch = `${lens}M7.2 7.2l3.6 3.6M10.8 7.2l-3.6 3.6`
export const iconFilter = 'M3 5.5h14M5.5 10h9M8 14.5h4'
export const iconColumns = `${box}M7.8 3.5v13M12.2 3.5v13`
export const iconHidePane = `${box}M12.5 3.5v13M6.5 7.5 9 10l-2.5 2.5`
export const iconExport = 'M10 3v9.5M6 8.8l4 4 4-4M3.5 13.5V16a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-2.5'
export const iconPrint =
  'M6 8V3h8v5M6 14.5H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-2M6 12h8v5H6z'
export const iconCopy =
  'M8 7h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM13 7V4a1 1 0 0 0-1-1H4a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h3'
export const iconRefresh = 'M16.5 10a6.5 6.5 0 1 1-2-4.7L16.5 7M16.5 3.5V7H13'
export const iconUndo = 'M7 4 3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8'
export const iconLink =
  'M8.5 11.5a3.2 3.2 0 0 0 4.6 0l3-3a3.2 3.2 0 0 0-4.6-4.6L10.3 5M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-3 3a3.2 3.2 0 0 0 4.6 4.6L9.7 15'
export const iconLogOut = 'M8 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M13 6l4 4-4 4M17 10H8'
export const iconAppearance = `${circle}M10 5.5a4.5 4.5 0 0 1 0 9z`
export const iconSettings =
  'M3.5 6h7M14.5 6h2M14.5 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM3.5 14h2M9.5 14h7M9.5 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0z'
export const iconKey = 'M9.5 12.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM8.4 9.9 16.5 3M13 6l2.6 3'
export const iconShow =
  'M1.8 10s3-5.5 8.2-5.5 8.2 5.5 8.2 5.5-3 5.5-8.2 5.5S1.8 10 1.8 10zM12.4 10a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0z'
export const iconMoon = 'M16.5 11.8A7 7 0 1 1 8.2 3.5a5.5 5.5 0 0 0 8.3 8.3z'
export const iconHistory = 'M3.2 7.2A7.2 7.2 0 1 1 2.8 10M3 3.5v3.9h3.9M10 6v4.2l2.8 1.6'
export const iconInbox =
  'M3 11l2.2-6.3a1 1 0 0 1 1-.7h7.6a1 1 0 0 1 1 .7L17 11v4.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 11h4l1.2 2.2h3.6L13 11h4'

// Things
export const iconCalendar =
  'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5v-10A1.5 1.5 0 0 1 4.5 4zM3 8h14M7 2.5V5M13 2.5V5'
export const iconPill =
  'M4.3 15.7a3.6 3.6 0 0 1 0-5.1l6.3-6.3a3.6 3.6 0 0 1 5.1 5.1l-6.3 6.3a3.6 3.6 0 0 1-5.1 0zM7.4 7.5l5.1 5.1'
export const iconStethoscope =
  'M4.5 3H4a1 1 0 0 0-1 1v3.5a4 4 0 0 0 8 0V4a1 1 0 0 0-1-1h-.5M7 11.5v1a4.5 4.5 0 0 0 9 0V11M17.6 9.3a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0z'
export const iconFlask = 'M8 3v5l-4.2 7.4a1.1 1.1 0 0 0 1 1.6h10.4a1.1 1.1 0 0 0 1-1.6L12 8V3M6.8 3h6.4M6.2 12h7.6'
export const iconSyringe = 'M12.5 3.5l4 4M14.5 5.5l-3 3M8.5 5.5l6 6M13.5 10.5l-5.7 5.7h-4v-4l5.7-5.7M3.8 16.2l-1.3 1.3'
export const iconPulse = 'M2.5 10.5H6l2.2-6 3.6 11 2.2-5h3.5'
export const iconBone =
  'M6.6 11.3l4.7-4.7A2.2 2.2 0 1 1 15 5a2.2 2.2 0 1 1-1.6 3.7l-4.7 4.7A2.2 2.2 0 1 1 5 15a2.2 2.2 0 1 1 1.6-3.7z'
export const iconFile = 'M5 2.5h6.5L16 7v9.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM11.5 2.5V7H16'
export const iconReceipt =
  'M4.5 2.8v14.4l1.9-1.2 1.8 1.2 1.8-1.2 1.8 1.2 1.8-1.2 1.9 1.2V2.8L13.6 4l-1.8-1.2L10 4 8.2 2.8 6.4 4zM7.5 8h5M7.5 11.5h5'
export const iconLayers = 'M10 3 2.5 7l7.5 4 7.5-4zM2.5 10.5l7.5 4 7.5-4M2.5 14l7.5 4 7.5-4'
export const iconStopwatch = 'M16.5 11.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM8 2.2h4M10 11.5l2.3-2.3'
