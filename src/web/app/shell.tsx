import { Suspense, useEffect, useRef, useState } from "react"
import { Button } from "../parts/button.tsx"
import { Empty } from "../parts/empty.tsx"
import { ErrorFence } from "../parts/error-fence.tsx"
import { Icon } from "../parts/icon.tsx"
import { Skeleton } from "../parts/skeleton.tsx"
import { useLive } from "../server/live.tsx"
import { useSession } from "../server/session.tsx"
import { AgentMenu } from "./agent-menu.tsx"
import { CommandPalette } from "./command-palette.tsx"
import { Link, matchPath, navigate, useLocation } from "./location.tsx"
import { type Place, pages, places, sheetOf } from "./pages.tsx"
import { ShortcutHelp } from "./shortcut-help.tsx"
import { useShortcuts } from "./shortcuts.ts"
import { chooseTheme, useTheme } from "./theme.ts"
import { Waiting } from "./waiting.tsx"
import "./shell.css"

/** What stands around every page: where one can go, who one is, whether the server is there. */
export function Shell() {
  const { may } = useSession()
  const { path } = useLocation()
  const connection = useLive()
  const [open, setOpen] = useState<"palette" | "help">()
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const sheet = sheetOf(path)
  const offered = places.filter(({ rights }) => may(...rights))
  useShortcuts({ places: offered, onPalette: () => setOpen("palette"), onHelp: () => setOpen("help") })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever uses a keyboard or a reader begins at the top of each new page
  useEffect(() => {
    if (!isFirst.current) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [sheet])
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <aside className="side">
        <Link to="/" className="brand">
          <img src="/icon.svg" width={24} height={24} alt="" />
          Exlet
        </Link>
        <nav aria-label="Pages">
          {offered.map((place) => (
            <PlaceLink key={place.path} place={place} isHere={isHere(place, path)} />
          ))}
        </nav>
        <div className="side-foot">
          <Button look="quiet" icon="search" onClick={() => setOpen("palette")}>
            Go to… <kbd>Ctrl K</kbd>
          </Button>
          <div className="row nowrap">
            <AgentMenu />
            <ThemeButton />
            <Button look="quiet" icon="keyboard" aria-label="Keyboard shortcuts" onClick={() => setOpen("help")} />
          </div>
        </div>
      </aside>
      <main id="page" ref={main} tabIndex={-1}>
        {connection === "broken" && (
          <div className="broken" role="status">
            <Icon name="waiting" /> The server is not there. What you see may be old; it goes on as soon as the server
            is back.
          </div>
        )}
        <ErrorFence key={sheet}>
          <Suspense fallback={<Skeleton lines={8} />}>
            <CurrentPage path={path} offered={offered} />
          </Suspense>
        </ErrorFence>
      </main>
      {open === "palette" && <CommandPalette places={offered} onClose={() => setOpen(undefined)} />}
      {open === "help" && <ShortcutHelp places={offered} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function isHere({ path: own }: Place, path: string): boolean {
  return own === "/" ? path === "/" : path === own || path.startsWith(`${own}/`)
}

function PlaceLink({ place, isHere: here }: { readonly place: Place; readonly isHere: boolean }) {
  return (
    <Link to={place.path} aria-current={here ? "page" : undefined}>
      <Icon name={place.icon} />
      <span className="grow">{place.title}</span>
      <Waiting at={place.path} />
    </Link>
  )
}

/** Whoever may see is shown all there is to see; of others each page asks for its own rights. */
function CurrentPage({ path, offered }: { readonly path: string; readonly offered: readonly Place[] }) {
  const { may } = useSession()
  const place = places.find((each) => isHere(each, path))
  const isRaising = matchPath("/cases/:case/raise", path) !== undefined
  if (place && !isRaising && !may("see", ...place.rights)) return <NotForYou place={place} offered={offered} />
  for (const [pattern, Page] of Object.entries(pages)) {
    const parameters = matchPath(pattern, path)
    if (parameters) return <Page parameters={parameters} />
  }
  return (
    <Empty icon="search" title="There is no such page">
      <Link to="/">To the overview</Link>
    </Empty>
  )
}

function NotForYou({ place, offered: [first] }: { readonly place: Place; readonly offered: readonly Place[] }) {
  const isStart = place.path === "/" && first !== undefined
  useEffect(() => {
    if (isStart) navigate(first.path, { replace: true })
  }, [isStart, first])
  if (isStart) return null
  return (
    <Empty icon={place.icon} title={`${place.title}: you may not see this`}>
      <p>An administrator can give you the right to. A key may be bounded more narrowly than its agent.</p>
      {first && <Link to={first.path}>{`To ${first.title}`}</Link>}
    </Empty>
  )
}

function ThemeButton() {
  const theme = useTheme()
  const other = theme === "dark" ? "light" : "dark"
  return (
    <Button
      look="quiet"
      icon={theme === "dark" ? "sun" : "moon"}
      aria-label={`Use ${other} colours`}
      onClick={() => chooseTheme(other)}
    />
  )
}
