import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const target = '../src/overtrick/server/static';

/** Where `npm run dev` finds the running server. */
const server = process.env.OVERTRICK_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
	plugins: [
		sveltekit({
			// The build lands in the server package. Compressed twins, because the server sends them as they are.
			adapter: adapter({ pages: target, assets: target, fallback: 'index.html', precompress: true }),
			// The whole page is small: one file of script is there sooner than thirty.
			output: { bundleStrategy: 'single' },
			// The server's content policy allows no inline style.
			inlineStyleThreshold: 0
		}),
		svelteTesting()
	],
	build: { target: 'es2022', assetsInlineLimit: 0 },
	server: {
		proxy: {
			'/api': { target: server, ws: true }
		}
	},
	test: {
		environment: 'happy-dom',
		include: ['src/**/*.test.ts'],
		coverage: {
			include: ['src/lib/**/*.{ts,svelte}'],
			exclude: ['src/lib/api/messages.ts', 'src/lib/testing/**'],
			reporter: ['text-summary'],
			reportsDirectory: 'node_modules/.coverage',
			thresholds: { lines: 85 }
		}
	}
});
