import { describe, expect, test } from "vitest"
import { scale, stackedBars } from "./stacked-bars.ts"

describe("exceptions over time", () => {
  test("[OPS9] each stretch of time is a bar, the most frequent class at the bottom, also where nothing happened", () => {
    const rows = [
      { at: 0, process: "order", class: "Late", count: 1 },
      { at: 0, process: "order", class: "Lost", count: 2 },
      { at: 20, process: "order", class: "Lost", count: 3 },
    ]
    expect(stackedBars({ from: 0, to: 30, bucket: 10, rows })).toEqual({
      classes: [
        { name: "Lost", total: 5 },
        { name: "Late", total: 1 },
      ],
      bars: [
        {
          at: 0,
          total: 3,
          segments: [
            { name: "Lost", from: 0, to: 2 },
            { name: "Late", from: 2, to: 3 },
          ],
        },
        { at: 10, total: 0, segments: [] },
        { at: 20, total: 3, segments: [{ name: "Lost", from: 0, to: 3 }] },
      ],
      top: 3,
      ticks: [0, 1, 2, 3],
    })
  })

  test("[OPS9] classes beyond the first few are one", () => {
    const rows = ["a", "b", "c", "d"].map((name, index) => ({ at: 0, process: "order", class: name, count: 9 - index }))
    const { classes, bars } = stackedBars({ from: 0, to: 1, bucket: 1, rows }, 2)
    expect(classes).toEqual([
      { name: "a", total: 9 },
      { name: "b", total: 8 },
      { name: "others", total: 13 },
    ])
    expect(bars[0]?.segments.at(-1)).toEqual({ name: "others", from: 17, to: 30 })
  })

  test("[OPS9] the axis counts in whole numbers", () => {
    expect([0, 1, 7, 30, 230].map((most) => scale(most).ticks)).toEqual([
      [0, 1],
      [0, 1],
      [0, 2, 4, 6, 8],
      [0, 10, 20, 30],
      [0, 100, 200, 300],
    ])
  })
})
