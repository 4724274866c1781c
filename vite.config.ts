import { resolve } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** The window: built into what the server serves; `npm run window` serves it while it is being written, beside `npm start`. */
export default defineConfig({
  root: resolve(import.meta.dirname, "src/web"),
  plugins: [react()],
  build: {
    outDir: resolve(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    target: "es2022",
    // Nothing may be written into the page: the server's policy forbids scripts and styles that are not files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  server: { proxy: { "/api": "http://127.0.0.1:7400", "/docs": "http://127.0.0.1:7400" } },
})
