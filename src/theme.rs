//! Roles to colors and sizes, light and dark: the only place that holds a color.
//!
//! The style sheet's tokens are written from here ([`css_tokens`]), so that canvas, SVG and page agree.

use crate::figure::Hue;

/// An sRGB color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// As style sheets and SVG attributes have it: `#1f5fbf`.
    pub fn hex(self) -> String {
        let Self(r, g, b) = self;
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// All colors of one scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// `light` or `dark`.
    pub id: &'static str,
    /// Behind everything.
    pub background: Color,
    /// Behind panels and fields.
    pub surface: Color,
    /// Text.
    pub ink: Color,
    /// Secondary text.
    pub muted: Color,
    /// Grid lines.
    pub grid: Color,
    /// Axis lines and borders of fields.
    pub axis: Color,
    /// The one accent.
    pub accent: Color,
    /// Text on the accent.
    pub on_accent: Color,
    /// Messages about mistakes.
    pub warning: Color,
    /// Data series: hues that stay apart for color-blind readers (after Okabe and Ito 2008),
    /// each with a contrast of at least 4.5 to the background, since they also color text.
    pub series: [Color; 8],
}

/// Dark on light.
pub static LIGHT: Theme = Theme {
    id: "light",
    background: Color(0xff, 0xff, 0xff),
    surface: Color(0xf5, 0xf6, 0xf8),
    ink: Color(0x1a, 0x1d, 0x21),
    muted: Color(0x5a, 0x62, 0x6d),
    grid: Color(0xe6, 0xe9, 0xed),
    axis: Color(0x8b, 0x93, 0x9e),
    accent: Color(0x1f, 0x5f, 0xbf),
    on_accent: Color(0xfe, 0xff, 0xff),
    warning: Color(0xa8, 0x32, 0x12),
    series: [
        Color(0x00, 0x66, 0xa8),
        Color(0xb5, 0x4a, 0x00),
        Color(0x00, 0x77, 0x56),
        Color(0xa1, 0x2f, 0x74),
        Color(0x7d, 0x5f, 0x00),
        Color(0x00, 0x70, 0x80),
        Color(0x5c, 0x4b, 0xb8),
        Color(0x7a, 0x3b, 0x2e),
    ],
};

/// Light on dark.
pub static DARK: Theme = Theme {
    id: "dark",
    background: Color(0x12, 0x15, 0x19),
    surface: Color(0x1c, 0x20, 0x26),
    ink: Color(0xe8, 0xea, 0xed),
    muted: Color(0xa2, 0xaa, 0xb5),
    grid: Color(0x2a, 0x30, 0x38),
    axis: Color(0x70, 0x79, 0x85),
    accent: Color(0x7f, 0xb4, 0xff),
    on_accent: Color(0x0c, 0x1a, 0x30),
    warning: Color(0xff, 0x9d, 0x7a),
    series: [
        Color(0x5b, 0xb3, 0xec),
        Color(0xf2, 0x92, 0x4f),
        Color(0x3c, 0xc8, 0x9a),
        Color(0xe8, 0x8f, 0xc0),
        Color(0xe0, 0xb8, 0x4c),
        Color(0x52, 0xc9, 0xd8),
        Color(0xab, 0xa0, 0xff),
        Color(0xd9, 0xa0, 0x8f),
    ],
};

/// The faces of text on the page and in charts, Latin first, then Chinese.
pub const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', \
                        'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

impl Theme {
    /// The color of a role.
    pub fn color(&self, hue: Hue) -> Color {
        match hue {
            Hue::Ink => self.ink,
            Hue::Muted => self.muted,
            Hue::Accent => self.accent,
            Hue::Series(i) => self.series[i % self.series.len()],
        }
    }

    fn tokens(&self) -> Vec<(String, Color)> {
        let mut tokens: Vec<(String, Color)> = [
            ("background", self.background),
            ("surface", self.surface),
            ("ink", self.ink),
            ("muted", self.muted),
            ("grid", self.grid),
            ("axis", self.axis),
            ("accent", self.accent),
            ("on-accent", self.on_accent),
            ("warning", self.warning),
        ]
        .map(|(name, color)| (name.to_owned(), color))
        .into();
        tokens.extend(
            self.series
                .iter()
                .enumerate()
                .map(|(i, color)| (format!("series-{i}"), *color)),
        );
        tokens
    }

    fn declarations(&self) -> String {
        let scheme = self.id;
        self.tokens()
            .iter()
            .fold(format!("color-scheme:{scheme};"), |css, (name, color)| {
                css + &format!("--{name}:{};", color.hex())
            })
    }
}

/// The word that colors an element of the page by role: a class of the style sheet.
pub fn hue_class(hue: Hue) -> String {
    match hue {
        Hue::Ink => "hue-ink".into(),
        Hue::Muted => "hue-muted".into(),
        Hue::Accent => "hue-accent".into(),
        Hue::Series(i) => format!("hue-{}", i % LIGHT.series.len()),
    }
}

/// `style/tokens.css`, which a test holds equal to this.
pub fn css_tokens() -> String {
    let (light, dark) = (LIGHT.declarations(), DARK.declarations());
    let hues: String = (0..LIGHT.series.len())
        .map(|i| format!(".hue-{i} {{ --hue: var(--series-{i}); }}\n"))
        .collect();
    // Only what a chart of five curves is drawn in.
    let recolored: String = LIGHT
        .tokens()
        .into_iter()
        .filter(|(name, _)| {
            ![
                "surface", "axis", "warning", "series-5", "series-6", "series-7",
            ]
            .contains(&name.as_str())
        })
        .map(|(name, Color(r, g, b))| {
            let hex = format!("#{r:02X}{g:02X}{b:02X}");
            let role = |property| {
                format!(".static-chart [{property}=\"{hex}\"] {{ {property}: var(--{name}); }}\n")
            };
            role("fill") + &role("stroke")
        })
        .collect();
    format!(
        "/* Written from src/theme.rs by `UPDATE=1 cargo test`; change the colors there. */\n\
         :root {{ {light} --font: {FONT}; }}\n\
         @media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n\
         :root[data-theme=dark] {{ {dark} }}\n\
         .hue-ink {{ --hue: var(--ink); }}\n.hue-muted {{ --hue: var(--muted); }}\n\
         .hue-accent {{ --hue: var(--accent); }}\n{hues}\
         /* The static chart is drawn once, in light colors, and takes the scheme's own from here. */\n{recolored}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.1 relative luminance.
    fn luminance(Color(r, g, b): Color) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_role_has_a_color_of_its_own() {
        // The static chart is recolored by color, so two roles must never share one.
        let mut colors: Vec<_> = LIGHT
            .tokens()
            .into_iter()
            .map(|(_, Color(r, g, b))| (r, g, b))
            .collect();
        let n_roles = colors.len();
        colors.sort_unstable();
        colors.dedup();
        assert_eq!(colors.len(), n_roles);
    }

    #[test]
    fn every_text_color_can_be_read() {
        for theme in [LIGHT, DARK] {
            let texts = [theme.ink, theme.muted, theme.accent, theme.warning];
            for color in texts.iter().chain(&theme.series) {
                for behind in [theme.background, theme.surface] {
                    let ratio = contrast(*color, behind);
                    assert!(
                        ratio >= 4.5,
                        "{} {color:?} on {behind:?}: {ratio:.2}",
                        theme.id
                    );
                }
            }
            assert!(contrast(theme.on_accent, theme.accent) >= 4.5);
            assert!(
                contrast(theme.axis, theme.background) >= 3.0,
                "field borders must be seen"
            );
        }
    }
}
