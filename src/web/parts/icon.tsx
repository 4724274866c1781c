/** Drawn on a grid of 16, in the colour of the text around. Next to words an icon says nothing by itself, so it is hidden from readers. */
const drawings = {
  overview: "M2 13h12M4 13V8m3 5V4m3 9V6m3 7V9",
  work: "M3 4.5h10M3 8h10M3 11.5h6",
  cases: "M2.5 5h4l1.5 2h5.5v6h-11zM2.5 5V3h4l1 2",
  intervention: "M8 2.5a5.5 5.5 0 1 1-2.6 10.3L2.5 13.5l.8-2.7A5.5 5.5 0 0 1 8 2.5zM8 5.5v3m0 2v.1",
  rules: "M8 2.5v3m0 0L4 9m4-3.5L12 9M4 9v1.5M12 9v1.5M2.5 10.5h3v3h-3zm8 0h3v3h-3zM6.5 2.5h3",
  exlet: "M2 8h3m6 0h3M5 8c0-5 6-5 6 0M5 8v.1M11 8v.1",
  process: "M1.5 6h4v4h-4zm9 0h4v4h-4zM5.5 8h5",
  people:
    "M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-5 9-5 9 0M11 7a2 2 0 1 0-.5-3.9M11.5 9.5c2 .3 3 1.6 3 3.5",
  enabled: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z",
  allocated: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zM8 3v10M8 5.500h3.500M8 8h5M8 10.500h3.5",
  started: "M5 3.500v9l7-4.500z",
  completed: "M3 8.500l3.5 3.500L13 4.5",
  held: "M5.5 3.500v9m5-9v9",
  trouble: "M8 2.500L14.5 13.500h-13zM8 6.500v3.500m0 1.700v.1",
  failed: "M4 4l8 8m0-8l-8 8",
  removed: "M3 8h10M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z",
  skipped: "M3 4l5 4-5 4zm6 0l5 4-5 4z",
  waiting: "M4 2.500h8M4 13.500h8M5 2.500c0 3 2 4 3 5.5 1-1.5 3-2.5 3-5.500M5 13.500c0-3 2-4 3-5.5 1 1.5 3 2.5 3 5.5",
  program: "M5.5 4.500L2 8l3.5 3.500M10.5 4.500L14 8l-3.5 3.5",
  message: "M2 4h12v8.500H2zM2 4.500l6 4.5 6-4.5",
  timer: "M8 3.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM8 6v2.700l2 1.300M6.5 1.500h3",
  activity: "M2 3.500h12v9H2zM8 6v4M6 8h4",
  loop: "M3.5 8a4.5 4.5 0 0 1 8-2.800M12.5 8a4.5 4.5 0 0 1-8 2.800M11.7 2.500v2.800H9M4.3 13.500v-2.800H7",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  close: "M4 4l8 8m0-8l-8 8",
  check: "M3 8.500l3.5 3.500L13 4.5",
  search: "M7 2.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.500L14 14",
  filter: "M2 3.500h12L9.5 9v4.500l-3-1.500V9z",
  down: "M3.5 6L8 10.5 12.5 6",
  up: "M3.5 10L8 5.500l4.5 4.5",
  left: "M10 3.500L5.5 8l4.5 4.5",
  right: "M6 3.500L10.5 8 6 12.5",
  more: "M3.5 8v.1M8 8v.1M12.5 8v.1",
  undo: "M6 3L2.5 6.5 6 10M2.5 6.500H10a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 3l3.5 3.500L10 10M13.5 6.500H6a3.5 3.5 0 0 0 0 7h3",
  sun: "M8 5.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 1.500v1.500m0 10v1.500M1.5 8H3m10 0h1.500M3.4 3.400l1 1m7.2 7.200l1 1m0-9.200l-1 1m-7.2 7.200l-1 1",
  moon: "M13 9.500A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.500z",
  key: "M10.5 2.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8.3 7.700L2.5 13.500M4.5 11.500l1.5 1.5",
  edit: "M10.5 3l2.5 2.500L6 12.500l-3 .5.5-3z",
  link: "M6.5 9.500l3-3M7 4.500l1.5-1.500a2.8 2.8 0 0 1 4 4L11 8.500M9 11.500L7.5 13a2.8 2.8 0 0 1-4-4L5 7.5",
  upload: "M8 10.500V3M5 6l3-3 3 3M2.5 11v2.500h11V11",
  play: "M4.5 3v10l8-5z",
  fit: "M2.5 6V2.500H6M10 2.500h3.500V6M13.5 10v3.500H10M6 13.500H2.500V10",
  star: "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.200L8 11.400l-3.7 2.1.8-4.200L2 6.400l4.2-.500z",
  bell: "M4 11V7a4 4 0 0 1 8 0v4l1.5 1.500h-11zM6.5 14h3",
  info: "M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 7.500v3.500m0-6v.1",
  drag: "M6 3.500v.1M10 3.500v.1M6 8v.1M10 8v.1M6 12.500v.1M10 12.500v.1",
  keyboard: "M1.5 4.500h13v7h-13zM4 7v.1m2.7-.1v.1m2.6-.1v.1m2.7-.1v.1M5 9.500h6",
  book: "M3 2.500h8.500a1.5 1.5 0 0 1 1.5 1.500v9.500H4.500A1.5 1.5 0 0 1 3 12zM3 11.500h10",
  out: "M6.5 2.500h-4v11h4M7 8h7m-2.5-2.500L14 8l-2.5 2.5",
} as const

export type IconName = keyof typeof drawings

interface Props {
  readonly name: IconName
  readonly size?: number
  /** Says what it means where no words do. */
  readonly label?: string
}

export function Icon({ name, size = 16, label }: Props) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
