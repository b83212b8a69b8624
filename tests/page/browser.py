"""Chromium and Firefox as tests use them, through what they offer themselves: DevTools on a pipe, and Marionette.

Both have: open(url), size(width, height), run(script) -> what its "return" gives, move(x, y), click(x, y),
wheel(x, y, by), drag(from, to), touch(paths) of fingers, key(name), write(text), screenshot() -> PNG, complaints() -> all that was written to the
console or refused, close().
"""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

KEYS = {'Escape': 27, 'Enter': 13, 'Tab': 9, 'ArrowLeft': 37, 'ArrowUp': 38, 'ArrowRight': 39, 'ArrowDown': 40,
	'PageUp': 33, 'PageDown': 34, 'Backspace': 8}


class Chromium:
	name = 'chromium'

	@staticmethod
	def program():
		return shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')

	def __init__(self, dark=False):
		self.folder = tempfile.mkdtemp()
		to_read, to_write = os.pipe()
		from_read, from_write = os.pipe()

		def pipes():
			os.dup2(os.dup(to_read), 3)
			os.dup2(os.dup(from_write), 4)

		self.process = subprocess.Popen([self.program(), '--headless=new', '--no-sandbox', '--disable-gpu',
			'--remote-debugging-pipe', '--no-first-run', '--user-data-dir=' + self.folder, '--mute-audio',
			'--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', 'about:blank'],
			preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
		os.close(to_read)
		os.close(from_write)
		self.output = os.fdopen(to_write, 'wb', buffering=0)
		self.input = os.fdopen(from_read, 'rb', buffering=0)
		self.left = b''
		self.number = 0
		self.heard = []
		self.session = None
		target = next(each for each in self.ask('Target.getTargets')['targetInfos'] if each['type'] == 'page')
		self.session = self.ask('Target.attachToTarget', targetId=target['targetId'], flatten=True)['sessionId']
		for domain in ('Page', 'Runtime', 'Log', 'Network'):
			self.ask(domain + '.enable')
		if dark:
			self.ask('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'dark'}])

	def receive(self):
		while b'\0' not in self.left:
			part = self.input.read(1 << 16)
			if not part:
				raise RuntimeError('the browser has ended')
			self.left += part
		message, self.left = self.left.split(b'\0', 1)
		return json.loads(message)

	def ask(self, method, **parameters):
		self.number += 1
		message = {'id': self.number, 'method': method, 'params': parameters}
		if self.session is not None:
			message['sessionId'] = self.session
		self.output.write(json.dumps(message).encode() + b'\0')
		while True:
			answer = self.receive()
			if answer.get('id') == self.number:
				if 'error' in answer:
					raise RuntimeError(answer['error']['message'])
				return answer['result']
			self.heard.append(answer)

	def open(self, url):
		self.heard.clear()
		self.ask('Page.navigate', url=url)
		self.wait('document.readyState === "complete"')

	def wait(self, condition, seconds=20):
		end = time.time() + seconds
		while not self.run('return Boolean(' + condition + ');'):
			if time.time() > end:
				raise RuntimeError('waited in vain for ' + condition)
			time.sleep(0.01)

	def run(self, script):
		answer = self.ask('Runtime.evaluate', expression='(async () => {' + script + '})()', returnByValue=True,
			awaitPromise=True)
		if 'exceptionDetails' in answer:
			raise RuntimeError(str(answer['exceptionDetails']))
		return answer['result'].get('value')

	def size(self, width, height, scale=1):
		self.ask('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=scale,
			mobile=False)

	def mouse(self, kind, x, y, **more):
		self.ask('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

	def move(self, x, y):
		self.mouse('mouseMoved', x, y)

	def click(self, x, y):
		self.move(x, y)
		self.mouse('mousePressed', x, y, button='left', buttons=1, clickCount=1)
		self.mouse('mouseReleased', x, y, button='left', clickCount=1)

	def drag(self, begin, end):
		self.move(*begin)
		self.mouse('mousePressed', *begin, button='left', buttons=1, clickCount=1)
		for i in range(1, 5):
			place = [a + (b - a) * i / 4 for a, b in zip(begin, end)]
			self.mouse('mouseMoved', *place, button='left', buttons=1)
		self.mouse('mouseReleased', *end, button='left', clickCount=1)

	def touch(self, paths):
		"""A finger for each path, a list of places; all paths have as many."""
		self.ask('Emulation.setTouchEmulationEnabled', enabled=True, maxTouchPoints=5)
		for i, places in enumerate(zip(*paths)):
			points = [{'x': x, 'y': y, 'id': number} for number, (x, y) in enumerate(places)]
			self.ask('Input.dispatchTouchEvent', type='touchMove' if i else 'touchStart', touchPoints=points)
		self.ask('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])
		self.ask('Emulation.setTouchEmulationEnabled', enabled=False)

	def wheel(self, x, y, by):
		self.mouse('mouseWheel', x, y, deltaX=0, deltaY=by)

	def key(self, name):
		text = {'Enter': '\r'}.get(name, name if len(name) == 1 else '')
		code = KEYS[name] if name in KEYS else ord(name.upper()) if name.isalnum() and name.isascii() else 0
		self.ask('Input.dispatchKeyEvent', type='keyDown' if text else 'rawKeyDown', key=name, text=text,
			windowsVirtualKeyCode=code)
		self.ask('Input.dispatchKeyEvent', type='keyUp', key=name, windowsVirtualKeyCode=code)

	def write(self, text):
		for character in text:
			self.key(character)

	def screenshot(self):
		return base64.b64decode(self.ask('Page.captureScreenshot', format='png')['data'])

	def complaints(self):
		self.run('return 0;')
		found = []
		for event in self.heard:
			method, of = event.get('method'), event.get('params', {})
			if method == 'Runtime.exceptionThrown':
				found.append(str(of['exceptionDetails']))
			elif method == 'Runtime.consoleAPICalled':
				found.append('console: ' + str(of['args']))
			elif method == 'Log.entryAdded':
				found.append('log: ' + of['entry']['text'])
			elif method == 'Network.requestWillBeSent':
				url = of['request']['url']
				if not url.startswith(('file:', 'data:', 'blob:')):
					found.append('request: ' + url)
		return found

	def close(self):
		try:
			self.session = None
			self.ask('Browser.close')
		except (RuntimeError, OSError):
			pass
		try:
			self.process.wait(10)
		except subprocess.TimeoutExpired:
			self.process.kill()
		shutil.rmtree(self.folder, ignore_errors=True)


class Firefox:
	name = 'firefox'

	@staticmethod
	def program():
		return shutil.which('firefox-esr') or shutil.which('firefox')

	def __init__(self, dark=False):
		self.folder = tempfile.mkdtemp()
		with socket.socket() as probe:
			probe.bind(('127.0.0.1', 0))
			port = probe.getsockname()[1]
		with open(os.path.join(self.folder, 'user.js'), 'w') as settings:
			settings.write('user_pref("marionette.port", %d);\n' % port)
			settings.write('user_pref("ui.systemUsesDarkTheme", %d);\n' % (1 if dark else 0))
			settings.write('user_pref("browser.shell.checkDefaultBrowser", false);\n')
			settings.write('user_pref("datareporting.policy.dataSubmissionEnabled", false);\n')
		self.process = subprocess.Popen([self.program(), '--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile',
			self.folder, 'about:blank'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
		self.connection = self.connect(port)
		self.left = b''
		self.number = 0
		self.receive()
		self.ask('WebDriver:NewSession', {'capabilities': {'alwaysMatch': {'acceptInsecureCerts': True}}})
		self.before = 0

	def connect(self, port):
		end = time.time() + 60
		while True:
			try:
				return socket.create_connection(('127.0.0.1', port), timeout=60)
			except OSError:
				if time.time() > end or self.process.poll() is not None:
					raise
				time.sleep(0.1)

	def receive(self):
		while b':' not in self.left:
			self.left += self.connection.recv(1 << 16)
		length, self.left = self.left.split(b':', 1)
		while len(self.left) < int(length):
			self.left += self.connection.recv(1 << 16)
		message, self.left = self.left[:int(length)], self.left[int(length):]
		return json.loads(message)

	def ask(self, command, parameters=None):
		self.number += 1
		message = json.dumps([0, self.number, command, parameters or {}]).encode()
		self.connection.sendall(str(len(message)).encode() + b':' + message)
		_, _, error, result = self.receive()
		if error:
			raise RuntimeError(error['message'])
		return result

	def chrome(self, script):
		"""Run a script of the browser itself."""
		self.ask('Marionette:SetContext', {'value': 'chrome'})
		try:
			return self.ask('WebDriver:ExecuteScript', {'script': script, 'args': []})['value']
		finally:
			self.ask('Marionette:SetContext', {'value': 'content'})

	def open(self, url):
		self.chrome('Services.console.reset();')
		self.ask('WebDriver:Navigate', {'url': url})

	def wait(self, condition, seconds=20):
		Chromium.wait(self, condition, seconds)

	def run(self, script):
		return self.ask('WebDriver:ExecuteScript', {'script': script, 'args': []})['value']

	def size(self, width, height, scale=1):
		inner = self.run('return [outerWidth - innerWidth, outerHeight - innerHeight];')
		self.ask('WebDriver:SetWindowRect', {'width': width + inner[0], 'height': height + inner[1]})

	def act(self, kind, actions, **more):
		self.ask('WebDriver:PerformActions', {'actions': [dict(type=kind, id=kind, actions=actions, **more)]})

	def move(self, x, y):
		self.act('pointer', [{'type': 'pointerMove', 'x': int(x), 'y': int(y), 'duration': 0}])

	def click(self, x, y):
		self.act('pointer', [{'type': 'pointerMove', 'x': int(x), 'y': int(y), 'duration': 0},
			{'type': 'pointerDown', 'button': 0}, {'type': 'pointerUp', 'button': 0}])

	def drag(self, begin, end):
		self.act('pointer', [{'type': 'pointerMove', 'x': int(begin[0]), 'y': int(begin[1]), 'duration': 0},
			{'type': 'pointerDown', 'button': 0},
			{'type': 'pointerMove', 'x': int(end[0]), 'y': int(end[1]), 'duration': 50}, {'type': 'pointerUp', 'button': 0}])

	def touch(self, paths):
		def finger(path):
			moves = [{'type': 'pointerMove', 'x': int(x), 'y': int(y), 'duration': 0} for x, y in path]
			return moves[:1] + [{'type': 'pointerDown', 'button': 0}] + moves[1:] + [{'type': 'pointerUp', 'button': 0}]
		self.ask('WebDriver:PerformActions', {'actions': [{'type': 'pointer', 'id': 'finger%d' % i,
			'parameters': {'pointerType': 'touch'}, 'actions': finger(path)} for i, path in enumerate(paths)]})

	def wheel(self, x, y, by):
		self.act('wheel', [{'type': 'scroll', 'x': int(x), 'y': int(y), 'deltaX': 0, 'deltaY': by}])

	def key(self, name):
		special = {'Escape': '\ue00c', 'Enter': '\ue007', 'Tab': '\ue004', 'ArrowLeft': '\ue012', 'ArrowUp': '\ue013',
			'ArrowRight': '\ue014', 'ArrowDown': '\ue015', 'PageUp': '\ue00e', 'PageDown': '\ue00f', 'Backspace': '\ue003'}
		value = special.get(name, name)
		self.act('key', [{'type': 'keyDown', 'value': value}, {'type': 'keyUp', 'value': value}])

	def write(self, text):
		self.act('key', [{'type': kind, 'value': each} for each in text for kind in ('keyDown', 'keyUp')])

	def screenshot(self):
		return base64.b64decode(self.ask('WebDriver:TakeScreenshot', {'full': False})['value'])

	def complaints(self):
		found = self.chrome('''return Services.console.getMessageArray().map((each) => String(each.message || each))
			.filter((text) => /cutelayout|Content-Security|unsafe|wasm/i.test(text));''')
		resources = self.run('return performance.getEntriesByType("resource").map((each) => each.name);')
		return found + ['request: ' + each for each in resources if not each.startswith(('data:', 'blob:'))]

	def close(self):
		try:
			self.ask('Marionette:Quit', {'flags': ['eForceQuit']})
		except (RuntimeError, OSError, ValueError):
			pass
		try:
			self.process.wait(10)
		except subprocess.TimeoutExpired:
			self.process.kill()
		shutil.rmtree(self.folder, ignore_errors=True)
