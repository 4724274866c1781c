import type { Path } from "../messages/findings.ts"
import { compileProcess } from "./compile.ts"
import type { ActivityBlock, Block, ProcessDefinition } from "./definition.ts"
import type { Drawing, DrawnNet } from "./drawing.ts"
import { sketchAside, sketchSequence } from "./drawing-blocks.ts"
import { sketchNetForm } from "./drawing-net.ts"
import { Sketch, type Studio } from "./drawing-sketch.ts"
import { rootNet } from "./net.ts"

/** Draws what somebody wrote. Names are those of the compiled process, so that what happens in it can be shown there. */
export function drawingOf(definition: ProcessDefinition, version: number): Drawing {
  const nets: DrawnNet[] = []
  const studio: Studio = {
    nameOf: namesIn(definition, version),
    drawBody(name, title, body, aside) {
      const sketch = new Sketch(name, studio)
      // In its place before those inside it.
      const place = nets.push({ name, nodes: [], edges: [] }) - 1
      sketchBody(body, aside, sketch)
      nets[place] = { name, ...(title !== undefined && { title }), ...sketch.finish() }
    },
  }
  const { name: process, title, body, aside } = definition
  studio.drawBody(rootNet, title, body, aside)
  return { process, version, ...(title !== undefined && { title }), nets }
}

function sketchBody(body: ActivityBlock["body"], aside: readonly Block[], sketch: Sketch): void {
  sketch.begin()
  if (body.form === "net") sketchNetForm(body.net, sketch)
  else {
    const flow = sketchSequence(body.flow, {}, sketch)
    const begun = [sketch.loose(sketch.start)]
    if (flow) sketch.connect(begun, flow.entry)
    sketch.connect(flow ? flow.exits : begun, sketch.end)
  }
  sketchAside(aside, sketch)
}

/** Blocks nobody has named are called as they are where the process runs. */
function namesIn(definition: ProcessDefinition, version: number): (path: Path) => string {
  const paths = new Map<string, Path>()
  compileProcess(definition, version, () => {}, paths)
  const names = new Map([...paths].map(([name, path]) => [JSON.stringify(path), name]))
  return (path) => names.get(JSON.stringify(path)) ?? String(path.at(-1))
}
